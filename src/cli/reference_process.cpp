// SPDX-License-Identifier: MIT
#include "cli/reference_process.hpp"

#include <fmt/ranges.h>
#include <gnu/libc-version.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "core/installation.hpp"

namespace tilewright::cli {
namespace {

namespace fs = std::filesystem;

/// Set in the process that has been started anew.
constexpr const char* kMark = "TILEWRIGHT_REFERENCE_PROCESS";

/// What hipBLASLt of the packages in build/reference was linked with.
constexpr int kOldestGlibc[] = {2, 38};

bool glibc_is_old() {
  int major = 0;
  int minor = 0;
  if (std::sscanf(::gnu_get_libc_version(), "%d.%d", &major, &minor) != 2) return false;
  return major < kOldestGlibc[0] || (major == kOldestGlibc[0] && minor < kOldestGlibc[1]);
}

Result<std::vector<std::string>> own_command_line() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  const std::string all((std::istreambuf_iterator<char>(file)), {});
  std::vector<std::string> arguments;
  for (size_t at = 0; at < all.size();) {
    arguments.emplace_back(&all[at]);
    at += arguments.back().size() + 1;
  }
  if (arguments.empty()) return fail("/proc/self/cmdline cannot be read");
  return arguments;
}

/// build/reference, or the folder that TILEWRIGHT_REFERENCE names.
fs::path reference_folder(const fs::path& program) {
  const char* const named = std::getenv("TILEWRIGHT_REFERENCE");
  // The program is in build/PRESET/bin.
  return named != nullptr ? fs::path(named)
                          : program.parent_path().parent_path().parent_path() / "reference";
}

void set(const char* name, const std::string& value) { ::setenv(name, value.c_str(), 1); }

}  // namespace

Result<void> enter_reference_process(const ReferenceProcess& wanted) {
  if (std::getenv(kMark) != nullptr) return {};
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  auto arguments = own_command_line();
  if (error || !arguments)
    return fail("/proc is not mounted: the program cannot start itself anew");

  const fs::path fetched = reference_folder(program);
  const char* const rocm = std::getenv("ROCM_PATH");
  const fs::path installed = fs::path(rocm != nullptr ? rocm : "/opt/rocm") / "lib";
  const bool has_rocm = fs::exists(installed / "libhipblaslt.so");
  if (!has_rocm && !fs::exists(fetched / "lib/libhipblaslt.so.1")) {
    return fail(
        "hipBLASLt is neither in {} nor in {}: fetch it with ./run fetch-reference, or "
        "name its folder in TILEWRIGHT_REFERENCE",
        installed.string(), (fetched / "lib").string());
  }
  const fs::path runtime = hip_runtime_folder(program);
  std::string path = fmt::format("{}:{}", runtime.string(),
                                 has_rocm ? installed.string() : (fetched / "lib").string());
  if (const char* more = std::getenv("LD_LIBRARY_PATH"); more != nullptr && *more != '\0') {
    path += fmt::format(":{}", more);
  }

  set(kMark, "1");
  set("TILEWRIGHT_ARCH", fmt::format("{}", fmt::join(wanted.archs, ",")));
  set("TILEWRIGHT_STRICT", wanted.watch.strict ? "1" : "0");
  set("TILEWRIGHT_COUNTERS", "1");
  set("TILEWRIGHT_THREADS", std::to_string(wanted.threads));
  // Workgroups then all begin at K = 0, and sums are in one order. The user may say otherwise.
  ::setenv("TENSILE_DISABLE_STAGGERU", "1", 0);

  std::vector<std::string> command;
  if (!has_rocm && glibc_is_old()) {
    const fs::path loader = fetched / "glibc/ld-linux-x86-64.so.2";
    command = {loader.string(), "--library-path",
               fmt::format("{}:{}", path, (fetched / "glibc").string())};
  } else {
    set("LD_LIBRARY_PATH", path);
  }
  command.push_back(program.string());
  command.insert(command.end(), arguments->begin() + 1, arguments->end());
  std::vector<char*> pointers;
  for (std::string& argument : command) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  std::fflush(nullptr);
  ::execv(pointers[0], pointers.data());
  return fail("{} cannot be started: {}", command[0], std::strerror(errno));
}

}  // namespace tilewright::cli
