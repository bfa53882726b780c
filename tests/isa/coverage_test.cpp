// Every instruction that the libraries of tests/data/opcodes use has a row in the table.
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include "machine.hpp"

namespace tilewright::test {
namespace {

/// Listed, and rightly without a row.
const std::set<std::string>& not_instructions() {
  static const std::set<std::string> names = {
      "v_illegal",   // how LLVM shows data between kernels
      "s_code_end",  // padding behind the code; reaching it is a fault
  };
  return names;
}

std::vector<std::string> listed(const std::filesystem::path& file) {
  std::vector<std::string> names;
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    if (!line.empty() && line[0] != '#') names.push_back(line);
  }
  return names;
}

/// VOPD halves are rows of VOP2.
std::string row_name(const std::string& name) {
  const std::string dual = "v_dual_";
  return name.starts_with(dual) ? "v_" + name.substr(dual.size()) : name;
}

TEST(Coverage, EveryListedInstructionHasARow) {
  size_t files = 0;
  std::set<std::string> used_exceptions;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(TW_TEST_DATA_DIR) / "opcodes")) {
    const std::string file = entry.path().filename().string();
    const std::string arch = file.substr(0, file.find('_'));
    emu::InstructionSet& set = instruction_set(arch, emu::VectorHost::base);
    const auto names = listed(entry.path());
    size_t covered = 0;
    for (const std::string& name : names) {
      if (not_instructions().contains(name)) {
        used_exceptions.insert(name);
        continue;
      }
      EXPECT_NE(set.find(row_name(name)), nullptr) << file << ": " << name;
      ++covered;
    }
    EXPECT_FALSE(names.empty()) << file;
    std::cout << file << ": " << covered << " instructions\n";
    ++files;
  }
  EXPECT_EQ(files, 7u);
  EXPECT_EQ(used_exceptions, not_instructions()) << "an exception that nothing needs";
}

TEST(Coverage, RowsAreUnique) {
  for (const auto arch : {kGfx11, kGfx12}) {
    const emu::InstructionSet& set = instruction_set(arch, emu::VectorHost::base);
    const emu::On here = arch == kGfx11 ? emu::On::gfx11 : emu::On::gfx12;
    std::set<std::string_view> names;
    for (const emu::Instruction& row : set.instructions()) {
      if (row.on != emu::On::both && row.on != here) continue;
      EXPECT_TRUE(names.insert(row.name).second) << arch << ": two rows for " << row.name;
    }
    std::cout << arch << ": " << names.size() << " rows\n";
  }
}

TEST(Coverage, HostsHaveTheSameRows) {
  const auto& base = instruction_set(kGfx12, emu::VectorHost::base).instructions();
  for (const auto host : {emu::VectorHost::v3, emu::VectorHost::v4}) {
    if (!emu::available(host)) continue;
    const auto& rows = instruction_set(kGfx12, host).instructions();
    ASSERT_EQ(rows.size(), base.size());
    for (size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(rows[i].name, base[i].name);
  }
}

TEST(Coverage, NamesWithoutSuffixes) {
  EXPECT_EQ(emu::base_name("v_add_f32_e64_dpp"), "v_add_f32");
  EXPECT_EQ(emu::base_name("v_mov_b32_e32"), "v_mov_b32");
  EXPECT_EQ(emu::base_name("v_add_f32_dpp"), "v_add_f32");
  EXPECT_EQ(emu::base_name("s_add_u32"), "s_add_u32");
}

}  // namespace
}  // namespace tilewright::test
