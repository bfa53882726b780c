// SPDX-License-Identifier: MIT
#include "cli/emu_loading.hpp"

#include <elf.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <sstream>

#include "cli/subprocess.hpp"

namespace tilewright::cli {
namespace {

/// The interpreter that an ELF program names; "" if it is no dynamic ELF program.
std::string interpreter(const std::string& program) {
  std::ifstream file(program, std::ios::binary);
  Elf64_Ehdr header{};
  if (!file.read(reinterpret_cast<char*>(&header), sizeof(header)) ||
      std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64 ||
      header.e_phentsize != sizeof(Elf64_Phdr)) {
    return {};
  }
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment{};
    file.seekg(static_cast<std::streamoff>(header.e_phoff + i * sizeof(segment)));
    if (!file.read(reinterpret_cast<char*>(&segment), sizeof(segment))) return {};
    if (segment.p_type != PT_INTERP || segment.p_filesz > 4096) continue;
    std::string name(segment.p_filesz, '\0');
    file.seekg(static_cast<std::streamoff>(segment.p_offset));
    if (!file.read(name.data(), static_cast<std::streamsize>(name.size()))) return {};
    return name.c_str();  // without the zero at its end
  }
  return {};
}

void add_once(std::vector<std::string>& list, const std::string& item) {
  if (std::find(list.begin(), list.end(), item) == list.end()) list.push_back(item);
}

/// "libamdhip64.so.7 => /usr/lib/libamdhip64.so.7 (0x7f…)"
void read_library(const std::string& line, Loading& loading) {
  std::istringstream words(line);
  std::string name, arrow, path;
  words >> name >> arrow >> path;
  // A library without a name of its own is linked to by its path.
  const std::string file = name.substr(name.rfind('/') + 1);
  if (file.starts_with("libamdhip64.so")) add_once(loading.hip_runtimes, file);
  for (const char* runtime : {"libasan.so", "libtsan.so", "libubsan.so", "liblsan.so"}) {
    if (name.starts_with(runtime) && path.starts_with("/")) add_once(loading.sanitizers, path);
  }
}

/// "prog: /lib/libc.so.6: version `GLIBC_2.38' not found (required by prog)"
void read_version(const std::string& line, Loading& loading) {
  const size_t begin = line.find("version `");
  if (begin == std::string::npos) return;
  const size_t first = begin + std::strlen("version `");
  const size_t end = line.find('\'', first);
  if (end == std::string::npos || line.find("not found", end) == std::string::npos) return;
  add_once(loading.missing_versions, line.substr(first, end - first));
}

}  // namespace

Result<Loading> ask_loader(const std::string& program, const std::string& loader,
                           const std::string& library_path, const std::string& preload) {
  Loading loading;
  const std::string own = interpreter(program);
  if (own.empty()) return loading;
  std::vector<std::string> command{loader.empty() ? own : loader, "--library-path", library_path};
  if (!preload.empty()) command.insert(command.end(), {"--preload", preload});
  command.insert(command.end(), {"--list", program});
  const auto listed = run_for_output(command);
  if (!listed) return tl::unexpected(listed.error());
  std::istringstream lines(*listed);
  for (std::string line; std::getline(lines, line);) {
    read_library(line, loading);
    read_version(line, loading);
  }
  return loading;
}

}  // namespace tilewright::cli
