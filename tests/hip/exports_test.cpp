// The libraries export AMD's functions under AMD's version nodes, and nothing else.
// SPDX-License-Identifier: MIT
#include <dlfcn.h>
#include <gmock/gmock.h>

#include <fstream>
#include <set>
#include <sstream>

#include "codeobject/elf_file.hpp"
#include "core/file.hpp"
#include "runtime.hpp"

extern "C" hipError_t hipMemcpy_spt(void* to, const void* from, size_t bytes, hipMemcpyKind kind);

namespace tilewright::hip {
namespace {

using ExportsTest = RuntimeTest;

/// name -> version node
std::map<std::string, std::string> listed() {
  std::map<std::string, std::string> names;
  std::ifstream file(TW_EXPORTS);
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string node, name;
    if (line.starts_with("hip_") && words >> node >> name) names[name] = node;
  }
  return names;
}

TEST_F(ExportsTest, AreAmdsListAndOneOfOurs) {
  const auto names = listed();
  ASSERT_GT(names.size(), 500u);
  // By which our HIP backend asks what the software GPU has seen; a Radeon's runtime has it not.
  std::set<std::string> expected = {"tilewright", "tilewrightTakeReport"};
  for (const auto& [name, node] : names) {
    expected.insert(name);
    expected.insert(node);  // a version node is a symbol too
  }
  for (const char* library : {TW_LIBRARY_6, TW_LIBRARY_7}) {
    const auto image = read_file(library);
    ASSERT_TRUE(image);
    const auto file = codeobject::ElfFile::open(*image);
    ASSERT_TRUE(file);
    std::set<std::string> found;
    for (const auto& section : file->sections()) {
      if (section.sh_type != llvm::ELF::SHT_DYNSYM) continue;
      const auto symbols = file->symbols(section);
      ASSERT_TRUE(symbols);
      for (const auto& symbol : *symbols) {
        if (symbol.defined) found.insert(std::string(symbol.name));
      }
    }
    EXPECT_EQ(expected, found) << library;
  }
}

// Of AMD's own library: which node a program built against it asks for.
TEST_F(ExportsTest, HaveAmdsVersions) {
  void* const library = ::dlopen(TW_LIBRARY_6, RTLD_NOW);
  ASSERT_NE(nullptr, library) << ::dlerror();
  for (const auto& [name, node] : listed()) {
    EXPECT_NE(nullptr, ::dlvsym(library, name.c_str(), node.c_str())) << name << " " << node;
  }
  EXPECT_NE(nullptr, ::dlvsym(library, "hipMalloc", "hip_4.2"));
  EXPECT_NE(nullptr, ::dlvsym(library, "hipGetDevicePropertiesR0600", "hip_6.0"));
  EXPECT_NE(nullptr, ::dlvsym(library, "hipMallocAsync", "hip_5.1"));
  EXPECT_EQ(nullptr, ::dlvsym(library, "hipMalloc", "hip_6.0"));
  ::dlclose(library);
}

// Where a program loads the library of the other version: its calls stay within it.
TEST_F(ExportsTest, OfSevenKeepErrorsForThemselves) {
  void* const library = ::dlopen(TW_LIBRARY_7, RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(nullptr, library) << ::dlerror();
  const auto set = reinterpret_cast<hipError_t (*)(int)>(::dlsym(library, "hipSetDevice"));
  const auto last = reinterpret_cast<hipError_t (*)()>(::dlsym(library, "hipGetLastError"));
  const auto create =
      reinterpret_cast<hipError_t (*)(hipEvent_t*)>(::dlsym(library, "hipEventCreate"));
  const auto destroy =
      reinterpret_cast<hipError_t (*)(hipEvent_t)>(::dlsym(library, "hipEventDestroy"));
  const auto attributes = reinterpret_cast<hipError_t (*)(hipPointerAttribute_t*, const void*)>(
      ::dlsym(library, "hipPointerGetAttributes"));
  EXPECT_EQ(hipErrorInvalidDevice, set(7));
  EXPECT_EQ(hipSuccess, set(0));
  EXPECT_EQ(hipSuccess, hipGetLastError());
  EXPECT_EQ(hipErrorInvalidDevice, last());
  EXPECT_EQ(hipSuccess, last());
  hipEvent_t event = nullptr;
  ASSERT_EQ(hipSuccess, create(&event));
  EXPECT_EQ(hipErrorInvalidHandle, hipEventDestroy(event));
  EXPECT_EQ(hipSuccess, destroy(event));
  hipPointerAttribute_t is{};
  EXPECT_EQ(hipSuccess, attributes(&is, nullptr));
  EXPECT_EQ(hipMemoryTypeUnregistered, is.type);
  ::dlclose(library);
}

TEST_F(ExportsTest, VariantsForAStreamPerThreadAreTheFunctionsThemselves) {
  auto* block = static_cast<int*>(memory(4));
  const int value = 42;
  ASSERT_HIP(hipMemcpy_spt(block, &value, 4, hipMemcpyHostToDevice));
  EXPECT_EQ(42, download(block, 1)[0]);
  EXPECT_EQ(hipErrorInvalidValue, hipMemcpy_spt(block, &value, 5, hipMemcpyHostToDevice));
}

TEST_F(ExportsTest, FindsFunctionsByName) {
  void* function = nullptr;
  ASSERT_HIP(hipGetProcAddress("hipMalloc", &function, 60'400'000, 0, nullptr));
  EXPECT_EQ(reinterpret_cast<void*>(&hipMalloc), function);
  EXPECT_EQ(hipErrorInvalidValue,
            hipGetProcAddress("hipNoSuchThing", &function, 60'400'000, 0, nullptr));
}

TEST_F(ExportsTest, ContextsAreTheDevices) {
  hipCtx_t context = nullptr, popped = nullptr;
  int device = -1;
  ASSERT_HIP(hipCtxCreate(&context, 0, 1));
  ASSERT_HIP(hipGetDevice(&device));
  EXPECT_EQ(1, device);
  ASSERT_HIP(hipCtxPopCurrent(&popped));
  EXPECT_EQ(context, popped);
  ASSERT_HIP(hipGetDevice(&device));
  EXPECT_EQ(0, device);
  EXPECT_EQ(hipErrorInvalidContext, hipCtxSetCurrent(reinterpret_cast<hipCtx_t>(&device)));
}

}  // namespace
}  // namespace tilewright::hip
