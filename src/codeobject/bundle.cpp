// SPDX-License-Identifier: MIT
#include "codeobject/bundle.hpp"

#include <fmt/format.h>
#include <llvm/Support/Compression.h>
#include <llvm/Support/Error.h>
#include <zstd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <string>

#include "codeobject/printable.hpp"
#include "codeobject/target.hpp"

namespace tilewright::codeobject {
namespace {

constexpr std::string_view plain_magic = "__CLANG_OFFLOAD_BUNDLE__";
constexpr std::string_view compressed_magic = "CCOB";
/// A bundle that claims to grow more than this is corrupted.
constexpr uint64_t max_growth = 1024;

bool begins_with(std::span<const std::byte> bytes, std::string_view magic) {
  return bytes.size() >= magic.size() && std::memcmp(bytes.data(), magic.data(), magic.size()) == 0;
}

/// Reads little-endian numbers one after the other.
class Cursor {
 public:
  Cursor(std::span<const std::byte> bytes, size_t at) : bytes_(bytes), at_(at) {}

  template <class T>
  Result<T> number() {
    const auto field = take(sizeof(T));
    if (!field) return tl::unexpected(field.error());
    T value;
    std::memcpy(&value, field->data(), sizeof value);
    return value;
  }
  Result<std::span<const std::byte>> take(uint64_t count) {
    if (count > bytes_.size() - at_) {
      return fail("offload bundle: {} bytes at byte {} reach past the end of the file ({} bytes)",
                  count, at_, bytes_.size());
    }
    const auto taken = bytes_.subspan(at_, count);
    at_ += count;
    return taken;
  }
  [[nodiscard]] std::span<const std::byte> rest() const { return bytes_.subspan(at_); }

 private:
  std::span<const std::byte> bytes_;
  size_t at_;
};

struct Header {
  uint16_t version = 0, method = 0;
  uint64_t bytes = 0;  ///< when decompressed
  std::span<const std::byte> data;
};

/// Version 1 has no size of the file; version 3 has 64-bit sizes. The hash that follows is of no
/// use: it names the contents for caches.
Result<Header> read_header(std::span<const std::byte> file) {
  Cursor cursor(file, compressed_magic.size());
  const auto version = cursor.number<uint16_t>();
  const auto method = cursor.number<uint16_t>();
  if (!version || !method) return tl::unexpected((version ? method : version).error());
  if (*version < 1 || *version > 3) {
    return fail("offload bundle: compressed in version {}; versions 1 to 3 are known", *version);
  }
  Header header{*version, *method, 0, {}};
  const uint64_t size_bytes = *version == 3 ? 8 : 4;
  uint64_t total = file.size();
  for (uint64_t* field : {&total, &header.bytes}) {
    if (field == &total && *version == 1) continue;
    const auto bytes = cursor.take(size_bytes);
    if (!bytes) return tl::unexpected(bytes.error());
    *field = 0;
    std::memcpy(field, bytes->data(), size_bytes);
  }
  const auto hash = cursor.number<uint64_t>();
  if (!hash) return tl::unexpected(hash.error());
  const uint64_t before = file.size() - cursor.rest().size();
  if (total > file.size() || total < before) {
    return fail("offload bundle: it says that it has {} bytes, the file has {}", total,
                file.size());
  }
  header.data = cursor.rest().first(total - before);
  return header;
}

Result<std::vector<std::byte>> decompress(std::span<const std::byte> file) {
  const auto header = read_header(file);
  if (!header) return tl::unexpected(header.error());
  if (header->bytes / max_growth > header->data.size()) {
    return fail("offload bundle: {} bytes cannot become {} bytes when decompressed",
                header->data.size(), header->bytes);
  }
  auto data = header->data;
  // Version 1 does not say where it ends, and an image in memory may be followed by anything.
  if (header->method == 1) {
    const size_t frame = ZSTD_findFrameCompressedSize(data.data(), data.size());
    if (ZSTD_isError(frame)) {
      return fail("offload bundle: cannot be decompressed: {}", ZSTD_getErrorName(frame));
    }
    data = data.first(frame);
  }
  const llvm::ArrayRef<uint8_t> input(reinterpret_cast<const uint8_t*>(data.data()), data.size());
  std::vector<std::byte> output(header->bytes);
  auto* const to = reinterpret_cast<uint8_t*>(output.data());
  size_t bytes = output.size();
  const auto run = [&]() -> llvm::Error {
    return header->method == 0 ? llvm::compression::zlib::decompress(input, to, bytes)
                               : llvm::compression::zstd::decompress(input, to, bytes);
  };
  const bool available = header->method == 0   ? llvm::compression::zlib::isAvailable()
                         : header->method == 1 ? llvm::compression::zstd::isAvailable()
                                               : false;
  if (!available) {
    return fail("offload bundle: compressed by method {}; 0 (zlib) and 1 (zstd) are known",
                header->method);
  }
  if (auto error = run()) {
    return fail("offload bundle: cannot be decompressed: {}", llvm::toString(std::move(error)));
  }
  if (bytes != output.size()) {
    return fail("offload bundle: {} bytes when decompressed, its header says {}", bytes,
                output.size());
  }
  return output;
}

/// "gfx1201" of "hipv4-amdgcn-amd-amdhsa--gfx1201"; empty if it is no GPU's.
std::string_view target_of(std::string_view id) {
  constexpr std::string_view triple = "-amdgcn-amd-amdhsa-";
  const size_t at = id.find(triple);
  if (at == std::string_view::npos || !id.starts_with("hip")) return {};
  const std::string_view target = id.substr(at + triple.size());
  return target.substr(std::min(target.find('-'), target.size() - 1) + 1);  // the environment
}

/// How well an entry suits `arch`: 2 if it was built for it, 1 if for its family
/// ("…--gfx12-generic"), 0 if not. RDNA has none of the features that may stand behind a colon, so
/// code that needs one on ("xnack+") does not suit.
int suits(std::string_view id, std::string_view arch) {
  const std::string_view target = target_of(id);
  if (target.empty()) return 0;
  const std::string_view processor = target.substr(0, target.find(':'));
  if (target.find('+') != std::string_view::npos || !runs_on(processor, arch)) return 0;
  return processor == arch ? 2 : 1;
}

struct Entry {
  uint64_t offset = 0;
  uint64_t bytes = 0;
  std::string_view id;
};

/// The bundle's table, up to the first entry that the file does not hold.
Result<void> for_each_entry(std::span<const std::byte> bundle,
                            const std::function<Result<void>(const Entry&)>& visit) {
  Cursor cursor(bundle, plain_magic.size());
  const auto count = cursor.number<uint64_t>();
  if (!count) return tl::unexpected(count.error());
  for (uint64_t i = 0; i < *count; ++i) {
    const auto offset = cursor.number<uint64_t>();
    const auto size = offset ? cursor.number<uint64_t>() : offset;
    const auto id_bytes = size ? cursor.number<uint64_t>() : size;
    if (!id_bytes) return tl::unexpected(id_bytes.error());
    const auto id = cursor.take(*id_bytes);
    if (!id) return tl::unexpected(id.error());
    const Entry entry{*offset, *size, {reinterpret_cast<const char*>(id->data()), id->size()}};
    if (Result<void> visited = visit(entry); !visited) return visited;
  }
  return {};
}

Result<std::vector<std::byte>> select(std::span<const std::byte> bundle, std::string_view arch) {
  std::string known;
  std::optional<std::span<const std::byte>> best;
  int most = 0;
  const auto looked = for_each_entry(bundle, [&](const Entry& entry) -> Result<void> {
    if (const int suited = suits(entry.id, arch); suited > most) {
      if (entry.offset > bundle.size()) {
        return fail("offload bundle: the entry for {} begins at byte {} of {}", arch, entry.offset,
                    bundle.size());
      }
      const auto object = Cursor(bundle, entry.offset).take(entry.bytes);
      if (!object) return tl::unexpected(object.error());
      best = *object;
      most = suited;
    }
    if (const auto target = target_of(entry.id); !target.empty()) {
      known += (known.empty() ? "" : ", ") + printable(target);
    }
    return {};
  });
  if (!looked) return tl::unexpected(looked.error());
  if (best) return std::vector<std::byte>(best->begin(), best->end());
  return fail("offload bundle: no code object for {}; it has: {}", arch,
              known.empty() ? "none" : known);
}

/// A bundle as it is when it is not compressed.
Result<std::vector<std::byte>> plain_bundle(std::span<const std::byte> compressed) {
  auto bundle = decompress(compressed);
  if (bundle && !begins_with(*bundle, plain_magic)) {
    return fail("offload bundle: what was compressed is not a bundle");
  }
  return bundle;
}

Result<std::vector<std::string>> entries(std::span<const std::byte> bundle) {
  std::vector<std::string> targets;
  const auto looked = for_each_entry(bundle, [&](const Entry& entry) -> Result<void> {
    if (const auto target = target_of(entry.id); !target.empty()) {
      targets.push_back(printable(target));
    }
    return {};
  });
  if (!looked) return tl::unexpected(looked.error());
  if (targets.empty()) return fail("offload bundle: it has code for no AMD GPU");
  return targets;
}

}  // namespace

Result<std::vector<std::byte>> unbundle(std::span<const std::byte> file, std::string_view arch) {
  if (begins_with(file, plain_magic)) return select(file, arch);
  if (!begins_with(file, compressed_magic)) {
    return std::vector<std::byte>(file.begin(), file.end());
  }
  const auto bundle = plain_bundle(file);
  if (!bundle) return bundle;
  return select(*bundle, arch);
}

Result<std::vector<std::string>> bundle_entries(std::span<const std::byte> file) {
  if (begins_with(file, plain_magic)) return entries(file);
  if (!begins_with(file, compressed_magic)) return std::vector<std::string>();
  const auto bundle = plain_bundle(file);
  if (!bundle) return tl::unexpected(bundle.error());
  return entries(*bundle);
}

}  // namespace tilewright::codeobject
