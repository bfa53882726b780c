// SPDX-License-Identifier: MIT
#include "sweep/toolchain.hpp"

#include <fcntl.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/SHA256.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>

#include "core/file.hpp"
#include "sweep/build_settings.hpp"

extern char** environ;

namespace tilewright::sweep {
namespace {

namespace fs = std::filesystem;

std::string hash(std::string_view text) {
  const auto digest = llvm::SHA256::hash(
      llvm::ArrayRef(reinterpret_cast<const uint8_t*>(text.data()), text.size()));
  return llvm::toHex(digest, /*LowerCase=*/true);
}

/// Every header that a kernel may include, by path: their order must not depend on the folder's.
std::vector<fs::path> templates() {
  std::vector<fs::path> paths;
  for (const char* folder : {"ladder", "src/arch"}) {
    std::error_code error;
    for (fs::recursive_directory_iterator at(fs::path(kTemplates) / folder, error), end; at != end;
         at.increment(error)) {
      if (at->path().extension() == ".hpp") paths.push_back(at->path());
    }
  }
  std::ranges::sort(paths);
  return paths;
}

Result<std::string> hash_of_ingredients() {
  std::error_code error;
  const fs::path compiler = fs::canonical(kCompiler, error);
  if (error) {
    return fail(
        "the compiler for kernels, {}, is not there any more: install it again, or build "
        "tilewright anew",
        kCompiler);
  }
  std::string all = fmt::format("{} {} {}\n", compiler.string(), fs::file_size(compiler, error),
                                fs::last_write_time(compiler, error).time_since_epoch().count());
  for (const char* flag : kFlags) all += fmt::format("{}\n", flag);
  const std::vector<fs::path> headers = templates();
  if (headers.empty()) {
    return fail(
        "the kernels' templates are not in {} any more: configurations are compiled from the "
        "source tree that tilewright was built from",
        kTemplates);
  }
  for (const fs::path& header : headers) {
    const Result<std::vector<std::byte>> text = read_file(header.string());
    if (!text) return tl::unexpected(text.error());
    all += header.string() + '\n';
    all.append(reinterpret_cast<const char*>(text->data()), text->size());
  }
  return hash(all);
}

/// Runs the compiler with what it says going to `log`. Errors: it could not be started.
Result<bool> succeeds(const std::vector<std::string>& command, const std::string& log) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log.c_str(),
                                   O_WRONLY | O_CREAT | O_TRUNC, 0644);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  pid_t child = 0;
  const int error =
      ::posix_spawn(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) return fail("cannot run {}: {}", command[0], std::strerror(error));
  int status = 0;
  while (::waitpid(child, &status, 0) == -1 && errno == EINTR) {
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/// The first error that a log names, or its start.
std::string first_words(const std::string& log) {
  const Result<std::vector<std::byte>> bytes = read_file(log);
  if (!bytes) return "it left no message";
  const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  const size_t error = text.find("error:");
  const std::string_view from = error == std::string_view::npos ? text : text.substr(error);
  return std::string(from.substr(0, from.find('\n')));
}

const char* layout_name(Layout layout) {
  switch (layout) {
    case Layout::plain:
      return "Layout::plain";
    case Layout::padded:
      return "Layout::padded";
    case Layout::permuted:
      return "Layout::permuted";
  }
  return "";
}

}  // namespace

std::string kernel_source(const Candidate& candidate, const Assessment& assessment) {
  const Tile& t = candidate.tile;
  const char* const policy = candidate.precision == Precision::fp8
                                 ? "Rdna4Fp8<Fp8::e4m3, Fp8::e4m3>"
                             : assessment.packed ? "NativeFp16Packed"
                                                 : "NativeFp16";
  const char* const kernel = assessment.kernel == Template::interleaved ? "interleaved" : "bounded";
  return fmt::format(
      "#include \"arch/native.hpp\"\n"
      "#include \"ladder/rdna/{0}.hpp\"\n"
      "using namespace tilewright;\n"
      "inline constexpr Tile tile{{{1}, {2}, {3}, {4}, {5}, {6}, {7}, {8}}};\n"
      "extern \"C\" __global__ __launch_bounds__(threads(tile)) void {9}(GemmArgs args) {{\n"
      "  {0}_gemm<{10}, tile>(args);\n"
      "}}\n",
      kernel, t.block_m, t.block_n, t.block_k, t.waves_m, t.waves_n, t.buffers,
      layout_name(t.layout), t.group_rows, kKernelName, policy);
}

Toolchain::Toolchain(std::string cache, std::string ingredients)
    : cache_(std::move(cache)), ingredients_(std::move(ingredients)) {}

Result<Toolchain> Toolchain::open(const std::string& cache) {
  Result<std::string> ingredients = hash_of_ingredients();
  if (!ingredients) return tl::unexpected(ingredients.error());
  std::error_code error;
  fs::create_directories(cache, error);
  if (error) return fail("cannot make the folder {}: {}", cache, error.message());
  return Toolchain(cache, std::move(*ingredients));
}

Result<std::vector<std::byte>> Toolchain::build(const Candidate& candidate,
                                                const Assessment& assessment,
                                                const Target& target) const {
  const std::string source = kernel_source(candidate, assessment);
  const std::string key = hash(fmt::format("{}\n{}\n{}", ingredients_, target.name, source));
  const std::string object = fmt::format("{}/{}.co", cache_, key);
  // What a full disk or a stopped machine has left of an object is built again.
  if (Result<std::vector<std::byte>> known = read_file(object); known && resources_of(*known)) {
    return known;
  }

  // Whoever else builds the same kernel has files of its own, until the finished one is renamed.
  static std::atomic<unsigned> builds = 0;
  const std::string own = fmt::format("{}/{}.{}.{}", cache_, key, ::getpid(), builds++);
  const std::string from = own + ".hip";
  const std::string to = own + ".co";
  const std::string log = own + ".log";
  if (Result<void> written = write_file(from, source); !written) {
    return tl::unexpected(written.error());
  }
  std::vector<std::string> command = {kCompiler};
  command.insert(command.end(), std::begin(kFlags), std::end(kFlags));
  for (const std::string& word :
       {fmt::format("--offload-arch={}", target.name), from, std::string("-o"), to}) {
    command.push_back(word);
  }
  const Result<bool> built = succeeds(command, log);
  const std::string words = built && !*built ? first_words(log) : "";
  std::error_code ignored;
  fs::remove(from, ignored);
  fs::remove(log, ignored);
  if (!built) return tl::unexpected(built.error());
  if (!*built) return fail("{} does not compile: {}", text(candidate.tile), words);
  std::error_code error;
  fs::rename(to, object, error);
  if (error) return fail("cannot write {}: {}", object, error.message());
  return read_file(object);
}

std::string default_cache() {
  const auto environment = [](const char* name) {
    const char* const value = std::getenv(name);
    return std::string(value != nullptr ? value : "");
  };
  if (const std::string own = environment("TILEWRIGHT_CACHE"); !own.empty()) return own;
  if (const std::string xdg = environment("XDG_CACHE_HOME"); !xdg.empty()) {
    return xdg + "/tilewright";
  }
  if (const std::string home = environment("HOME"); !home.empty()) {
    return home + "/.cache/tilewright";
  }
  // A service may have no home.
  std::error_code none;
  return (fs::temp_directory_path(none) / fmt::format("tilewright-{}", ::getuid())).string();
}

Result<codeobject::Resources> resources_of(const std::vector<std::byte>& image) {
  const Result<codeobject::CodeObject> object = codeobject::parse(image);
  if (!object) return tl::unexpected(object.error());
  const codeobject::Kernel* const kernel = object->find(kKernelName);
  if (kernel == nullptr) return fail("the code object has no kernel {}", kKernelName);
  return kernel->resources;
}

}  // namespace tilewright::sweep
