// Which of a bundle's code objects a device gets. The bundles are laid out as LLVM's "Clang Offload
// Bundler" documentation says.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Support/Compression.h>

#include <cstring>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "codeobject/bundle.hpp"

namespace tilewright::codeobject {
namespace {

using testing::HasSubstr;

template <class T>
void put(std::string& to, T value) {
  to.append(reinterpret_cast<const char*>(&value), sizeof(value));
}

/// Entries (target id, contents) one after the other behind the header.
std::string bundle(const std::vector<std::pair<std::string, std::string>>& entries) {
  std::string header = "__CLANG_OFFLOAD_BUNDLE__", body;
  size_t at = header.size() + 8;
  for (const auto& [id, code] : entries) at += 24 + id.size();
  put<uint64_t>(header, entries.size());
  for (const auto& [id, code] : entries) {
    put<uint64_t>(header, at + body.size());
    put<uint64_t>(header, code.size());
    put<uint64_t>(header, id.size());
    header += id;
    body += code;
  }
  return header + body;
}

enum class Method : uint16_t { zlib = 0, zstd = 1 };

/// The header of each version, as LLVM writes it; version 1 does not state its own size.
std::string compressed(const std::string& data, uint16_t version, Method method) {
  llvm::SmallVector<uint8_t, 0> stream;
  const llvm::ArrayRef input(reinterpret_cast<const uint8_t*>(data.data()), data.size());
  if (method == Method::zlib) {
    llvm::compression::zlib::compress(input, stream);
  } else {
    llvm::compression::zstd::compress(input, stream);
  }
  std::string out = "CCOB";
  put<uint16_t>(out, version);
  put<uint16_t>(out, static_cast<uint16_t>(method));
  const size_t header = version == 1 ? 20 : version == 2 ? 24 : 32;
  if (version == 2) put<uint32_t>(out, static_cast<uint32_t>(header + stream.size()));
  if (version == 3) put<uint64_t>(out, header + stream.size());
  if (version < 3) put<uint32_t>(out, static_cast<uint32_t>(data.size()));
  if (version == 3) put<uint64_t>(out, data.size());
  put<uint64_t>(out, 0x0123456789abcdef);  // a hash, for caches
  return out.append(reinterpret_cast<const char*>(stream.data()), stream.size());
}

/// The code chosen for `arch`, or the error.
std::string chosen(const std::string& data, const char* arch) {
  const auto code = unbundle(std::as_bytes(std::span(data.data(), data.size())), arch);
  if (!code) return code.error().message;
  return {reinterpret_cast<const char*>(code->data()), code->size()};
}

const std::string kHost = "host-x86_64-unknown-linux--";
const std::string kTriple = "hipv4-amdgcn-amd-amdhsa--";

const std::string kThree = bundle({{kHost, ""},
                                   {kTriple + "gfx1100", "for 1100"},
                                   {"hip-amdgcn-amd-amdhsa-unknown-gfx1151", "for 1151"},
                                   {kTriple + "gfx1201", "for 1201"}});

TEST(BundleChoice, ChoosesTheDevicesOwnCode) {
  EXPECT_EQ("for 1100", chosen(kThree, "gfx1100"));
  EXPECT_EQ("for 1151", chosen(kThree, "gfx1151"));
  EXPECT_EQ("for 1201", chosen(kThree, "gfx1201"));
  EXPECT_EQ("for 1201", chosen(kThree + "and more", "gfx1201"));
}

TEST(BundleChoice, TakesGenericCodeOfTheFamilyIfThereIsNoOther) {
  const std::string generic = bundle({{kTriple + "gfx12-generic", "twelve"},
                                      {kTriple + "gfx11-generic", "eleven"},
                                      {kTriple + "gfx1100", "for 1100"}});
  EXPECT_EQ("for 1100", chosen(generic, "gfx1100"));
  EXPECT_EQ("eleven", chosen(generic, "gfx1151"));
  EXPECT_EQ("twelve", chosen(generic, "gfx1201"));
}

// RDNA has neither XNACK nor SRAM-ECC, so code that needs one on does not run.
TEST(BundleChoice, ReadsFeatures) {
  EXPECT_EQ("off", chosen(bundle({{kTriple + "gfx1100:xnack+", "on"},
                                  {kTriple + "gfx1100:sramecc-:xnack-", "off"}}),
                          "gfx1100"));
  EXPECT_THAT(chosen(bundle({{kTriple + "gfx1100:xnack+", "on"}}), "gfx1100"),
              HasSubstr("no code object for gfx1100"));
}

TEST(BundleChoice, IsForHipOnly) {
  EXPECT_THAT(chosen(bundle({{kHost, "host"},
                             {"openmp-amdgcn-amd-amdhsa--gfx1201", "another language"},
                             {kTriple + "gfx1100", "for 1100"}}),
                     "gfx1201"),
              HasSubstr("no code object for gfx1201"));
}

TEST(BundleChoice, ListsWhatThereIs) {
  const auto listed = [](const std::string& data) {
    return bundle_entries(std::as_bytes(std::span(data.data(), data.size())));
  };
  EXPECT_THAT(*listed(kThree), testing::ElementsAre("gfx1100", "gfx1151", "gfx1201"));
  EXPECT_THAT(*listed(compressed(kThree, 3, Method::zstd)),
              testing::ElementsAre("gfx1100", "gfx1151", "gfx1201"));
  EXPECT_THAT(*listed(bundle({{kTriple + "gfx90a:xnack+", "on"}})),
              testing::ElementsAre("gfx90a:xnack+"));
  EXPECT_THAT(*listed("\x7f"
                      "ELF"),
              testing::IsEmpty());
  EXPECT_THAT(listed(bundle({{kHost, ""}})).error().message, HasSubstr("code for no AMD GPU"));
  EXPECT_THAT(listed(kThree.substr(0, 80)).error().message, HasSubstr("past the end of the file"));
}

TEST(BundleChoice, Decompresses) {
  for (const uint16_t version : {1, 2, 3}) {
    for (const Method method : {Method::zlib, Method::zstd}) {
      const std::string data = compressed(kThree, version, method);
      EXPECT_EQ("for 1151", chosen(data, "gfx1151")) << version;
      EXPECT_EQ("for 1151", chosen(data + std::string(100, 'x'), "gfx1151")) << version;
    }
  }
}

}  // namespace
}  // namespace tilewright::codeobject
