// fuzz_seeds FOLDER OBJECT...: writes seeds for both fuzzers, made from code objects.
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "codeobject/code_object.hpp"
#include "core/file.hpp"
#include "targets.hpp"

namespace {

using namespace tilewright;

bool write(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  std::filesystem::create_directories(path.parent_path());
  const std::span<const std::byte> parts[] = {bytes};
  const auto written = write_file(path, parts);
  if (!written) fmt::print(stderr, "{}\n", written.error().message);
  return written.has_value();
}

/// Stretches of a kernel's code, each under another watch.
bool write_code(const std::filesystem::path& folder, const std::string& name,
                std::span<const std::byte> file) {
  const auto object = codeobject::parse(file);
  if (!object) return true;  // a bundle
  constexpr size_t stretch = 4 * 64;
  unsigned number = 0;
  for (const codeobject::Segment& segment : object->segments) {
    if (!segment.executable) continue;
    for (size_t at = 0; at < segment.bytes.size() && number < 24; at += stretch) {
      namespace flag = fuzz::execute_flag;
      const bool gfx12 = object->arch.starts_with("gfx12");
      const auto part = segment.bytes.subspan(at, std::min(stretch, segment.bytes.size() - at));
      std::vector<std::byte> input = {
          static_cast<std::byte>((gfx12 ? flag::gfx12 : 0) | (number * flag::strict % 32 & ~1u)),
          std::byte{63}};
      input.insert(input.end(), part.begin(), part.end());
      if (!write(folder / fmt::format("{}-{}", name, number++), input)) return false;
    }
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    fmt::print(stderr, "usage: fuzz_seeds FOLDER OBJECT...\n");
    return 2;
  }
  const std::filesystem::path folder = argv[1];
  for (int i = 2; i < argc; ++i) {
    const auto file = read_file(argv[i]);
    if (!file) {
      fmt::print(stderr, "{}\n", file.error().message);
      return 1;
    }
    // Rungs of different targets have one name.
    const std::string name =
        fmt::format("{}-{}", i, std::filesystem::path(argv[i]).filename().string());
    if (!write(folder / "load" / name, *file)) return 1;
    if (!write_code(folder / "execute", name, *file)) return 1;
  }
  return 0;
}
