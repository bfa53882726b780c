// SPDX-License-Identifier: MIT
#include "sweep/toolchain.hpp"

#include <fcntl.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/SHA256.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <regex>
#include <utility>

#include "core/file.hpp"
#include "core/installation.hpp"
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

/// Where this program's templates are.
std::string template_root() {
  std::error_code error;
  return template_folder(fs::read_symlink("/proc/self/exe", error), kTemplates).string();
}

/// The compiler's options, which name the source tree, for templates in `root`.
std::vector<std::string> flags(const std::string& root) {
  std::vector<std::string> flags;
  for (std::string flag : kFlags) {
    if (const size_t at = flag.find(kTemplates); at != std::string::npos) {
      flag.replace(at, std::strlen(kTemplates), root);
    }
    flags.push_back(std::move(flag));
  }
  return flags;
}

/// Every header that a kernel may include, by path: their order must not depend on the folder's.
std::vector<fs::path> templates(const std::string& root) {
  std::vector<fs::path> paths;
  for (const char* folder : {"ladder", "src/arch"}) {
    std::error_code error;
    for (fs::recursive_directory_iterator at(fs::path(root) / folder, error), end; at != end;
         at.increment(error)) {
      if (at->path().extension() == ".hpp") paths.push_back(at->path());
    }
  }
  std::ranges::sort(paths);
  return paths;
}

Result<std::string> hash_of_ingredients(const std::string& root) {
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
  for (const std::string& flag : flags(root)) all += fmt::format("{}\n", flag);
  const std::vector<fs::path> headers = templates(root);
  if (headers.empty()) {
    return fail(
        "the kernels' templates are not in {} any more, and configurations are compiled from them: "
        "bring them back, or build or install tilewright anew",
        root);
  }
  for (const fs::path& header : headers) {
    const Result<std::vector<std::byte>> text = read_file(header.string());
    if (!text) return tl::unexpected(text.error());
    all += header.string() + '\n';
    all.append(reinterpret_cast<const char*>(text->data()), text->size());
  }
  return hash(all);
}

struct Compiled {
  bool good = false;
  std::string words;  ///< what the compiler said
};

/// Runs the compiler on `source`, through pipes: one that is interrupted then leaves no files, for
/// it removes its own. Errors: it could not be started.
Result<Compiled> compile(const std::vector<std::string>& command, std::string_view source) {
  std::array<int, 2> in{};
  std::array<int, 2> out{};
  if (::pipe2(in.data(), O_CLOEXEC) != 0) return fail("no pipe: {}", std::strerror(errno));
  if (::pipe2(out.data(), O_CLOEXEC) != 0) {
    const int error = errno;
    ::close(in[0]);
    ::close(in[1]);
    return fail("no pipe: {}", std::strerror(error));
  }
  // A source is smaller than a pipe: nobody has to read yet.
  const bool sent = ::write(in[1], source.data(), source.size()) == std::ssize(source);
  ::close(in[1]);
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out[1], STDERR_FILENO);
  pid_t child = 0;
  const int error =
      ::posix_spawn(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(in[0]);
  ::close(out[1]);
  Compiled compiled;
  std::array<char, 4096> buffer{};
  for (ssize_t got = 0; error == 0 && ((got = ::read(out[0], buffer.data(), buffer.size())) > 0 ||
                                       (got < 0 && errno == EINTR));) {
    if (got > 0) compiled.words.append(buffer.data(), static_cast<size_t>(got));
  }
  ::close(out[0]);
  if (error != 0) return fail("cannot run {}: {}", command[0], std::strerror(error));
  int status = 0;
  while (::waitpid(child, &status, 0) == -1 && errno == EINTR) {
  }
  compiled.good = sent && WIFEXITED(status) && WEXITSTATUS(status) == 0;
  return compiled;
}

/// The first error in what a compiler said, or its start.
std::string first_words(std::string_view text) {
  if (text.empty()) return "it left no message";
  const size_t error = text.find("error:");
  const std::string_view from = error == std::string_view::npos ? text : text.substr(error);
  return std::string(from.substr(0, from.find('\n')));
}

/// Removes what processes that were killed have left, an hour ago or longer. The folder may hold
/// other files: only names that were given here are ours.
void sweep_out(const std::string& cache) {
  std::error_code error;
  static const std::regex ours(R"([0-9a-f]{64}\.\d+\.\d+\.(co|hip|log))");
  const auto before = fs::file_time_type::clock::now() - std::chrono::hours(1);
  for (fs::directory_iterator at(cache, error), end; !error && at != end; at.increment(error)) {
    std::error_code gone;
    if (!std::regex_match(at->path().filename().string(), ours)) continue;
    if (at->last_write_time(gone) > before || gone) continue;
    fs::remove(at->path(), gone);
  }
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

Toolchain::Toolchain(std::string cache, std::vector<std::string> flags, std::string ingredients)
    : cache_(std::move(cache)), flags_(std::move(flags)), ingredients_(std::move(ingredients)) {}

Result<Toolchain> Toolchain::open(const std::string& cache) {
  const std::string root = template_root();
  Result<std::string> ingredients = hash_of_ingredients(root);
  if (!ingredients) return tl::unexpected(ingredients.error());
  std::error_code error;
  fs::create_directories(cache, error);
  if (error) return fail("cannot make the folder {}: {}", cache, error.message());
  sweep_out(cache);
  return Toolchain(cache, flags(root), std::move(*ingredients));
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

  // Whoever else builds the same kernel has a file of its own, until the finished one is renamed.
  static std::atomic<unsigned> builds = 0;
  const std::string own = fmt::format("{}/{}.{}.{}.co", cache_, key, ::getpid(), builds++);
  std::vector<std::string> command = {kCompiler};
  command.insert(command.end(), flags_.begin(), flags_.end());
  for (const std::string& word :
       {fmt::format("--offload-arch={}", target.name), std::string("-"), std::string("-o"), own}) {
    command.push_back(word);
  }
  const Result<Compiled> compiled = compile(command, source);
  if (!compiled) return tl::unexpected(compiled.error());
  if (!compiled->good) {
    return fail("{} does not compile: {}", text(candidate.tile), first_words(compiled->words));
  }
  std::error_code error;
  fs::rename(own, object, error);
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
