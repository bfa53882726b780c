// SPDX-License-Identifier: MIT
#include "cli/emu_process.hpp"

#include <fmt/ranges.h>
#include <gnu/libc-version.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "cli/emu_loading.hpp"
#include "cli/subprocess.hpp"
#include "core/installation.hpp"
#include "core/printable.hpp"

namespace tilewright::cli {
namespace {

namespace fs = std::filesystem;

/// Wherever the program was installed or copied to. The loader takes lists of libraries that blanks
/// and colons separate: where those are in its name, a link in `scratch`.
Result<std::string> runtime_folder(const std::string& scratch) {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (error) return fail("/proc/self/exe: {}", error.message());
  const fs::path folder = hip_runtime_folder(program);
  if (!fs::exists(folder, error)) {
    return fail("the HIP runtime of the software GPU is not in {}: build it with ./run build",
                folder.string());
  }
  constexpr const char* separators = " \t\n:;";
  if (folder.string().find_first_of(separators) == std::string::npos) return folder.string();
  const fs::path link = fs::path(scratch) / "hip";
  if (scratch.find_first_of(separators) != std::string::npos) {
    return fail(
        "the dynamic loader takes no folder with blanks or colons in its name, as {} and {}",
        folder.string(), scratch);
  }
  fs::create_directory_symlink(folder, link, error);
  if (error) return fail("cannot make {}: {}", link.string(), error.message());
  return link.string();
}

/// Where a shell would find it; "" if nowhere.
std::string find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return ::access(name.c_str(), F_OK) == 0 ? name : "";
  const char* path = std::getenv("PATH");
  std::error_code error;
  std::string folders = path == nullptr ? "/usr/local/bin:/usr/bin:/bin" : path;
  for (size_t at = 0; at <= folders.size();) {
    const size_t end = std::min(folders.find(':', at), folders.size());
    const fs::path file = fs::path(end == at ? "." : folders.substr(at, end - at)) / name;
    if (::access(file.c_str(), X_OK) == 0 && fs::is_regular_file(file, error)) return file.string();
    at = end + 1;
  }
  return "";
}

std::string joined(const std::vector<std::string>& parts) {
  std::vector<std::string> filled;
  for (const std::string& part : parts) {
    if (!part.empty()) filled.push_back(part);
  }
  return fmt::format("{}", fmt::join(filled, ":"));
}

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

tl::unexpected<Error> too_old(const std::string& program, const std::string& loader,
                              const std::vector<std::string>& versions) {
  if (std::ranges::any_of(versions, [](const auto& v) { return v.starts_with("hip_"); })) {
    return fail("{} was built for a newer HIP than this runtime is: it needs {}", program,
                fmt::join(versions, ", "));
  }
  const std::string here =
      loader.empty() ? std::string("this system's C library is glibc ") + ::gnu_get_libc_version()
                     : "it is not beside " + loader + " either";
  return fail(
      "{} needs {}: {}. Start it through the loader of a newer system, with --loader or --sysroot; "
      "script/fetch-reference brings one: --loader build/reference/glibc/ld-linux-x86-64.so.2",
      program, fmt::join(versions, ", "), here);
}

}  // namespace

Result<int> run_on_emu(const EmuProcess& process) {
  const auto folder = runtime_folder(process.scratch);
  if (!folder) return tl::unexpected(folder.error());
  const std::string program = find_program(process.command[0]);
  if (program.empty()) {
    fmt::print(stderr, "tilewright emu: there is no program '{}'\n", printable(process.command[0]));
    return kNotFound;
  }
  if (::access(program.c_str(), X_OK) != 0 || fs::is_directory(program)) {
    fmt::print(stderr, "tilewright emu: {} cannot be executed: {}\n", printable(program),
               fs::is_directory(program) ? "it is a folder" : std::strerror(errno));
    return kNotExecutable;
  }

  const std::string beside_loader =
      process.loader.empty() ? "" : fs::absolute(process.loader).parent_path().string();
  const std::string search = joined({*folder, variable("LD_LIBRARY_PATH"), beside_loader});
  const auto names = ask_loader(program, process.loader, search, "");
  if (!names) return tl::unexpected(names.error());
  // A folder that the program names as its RPATH goes before LD_LIBRARY_PATH, but not before what
  // is loaded already. The run-time half of a sanitizer must come before everything.
  std::vector<std::string> preload = names->sanitizers;
  for (const std::string& name : names->hip_runtimes) {
    if (!fs::exists(*folder + "/" + name)) {
      return fail("{} needs {}: the software GPU's HIP runtime is libamdhip64.so.6 and .so.7",
                  program, name);
    }
    preload.push_back(*folder + "/" + name);
  }
  preload.push_back(variable("LD_PRELOAD"));
  const auto loading = ask_loader(program, process.loader, search, joined(preload));
  if (!loading) return tl::unexpected(loading.error());
  if (!loading->missing_versions.empty()) {
    return too_old(program, process.loader, loading->missing_versions);
  }

  std::vector<std::string> command;
  auto environment = process.environment;
  if (process.loader.empty()) {
    environment.emplace_back("LD_LIBRARY_PATH", search);
    environment.emplace_back("LD_PRELOAD", joined(preload));
  } else {
    // As arguments, so that programs which this one starts in turn keep the system's libraries.
    command = {process.loader, "--library-path", search, "--argv0", process.command[0]};
    if (const std::string list = joined(preload); !list.empty()) {
      command.insert(command.end(), {"--preload", list});
    }
  }
  command.push_back(program);
  command.insert(command.end(), process.command.begin() + 1, process.command.end());
  const auto status = run_to_end(command, environment);
  if (status) return status;
  fmt::print(stderr, "tilewright emu: {}\n", printable(status.error().message));
  return kNotExecutable;
}

}  // namespace tilewright::cli
