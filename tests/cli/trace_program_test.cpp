// --trace: the file that rocprofv3 would write, read back.
// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <map>
#include <vector>

#include "core/npy.hpp"
#include "device/kernel_trace.hpp"
#include "run_program.hpp"

namespace tilewright::cli {
namespace {

using testing::HasSubstr;

/// The first line of a kernel_trace.csv, as AMD's documentation of rocprofv3 shows it.
constexpr const char* kHeader =
    R"("Kind","Agent_Id","Queue_Id","Stream_Id","Thread_Id","Dispatch_Id","Kernel_Id",)"
    R"("Kernel_Name","Correlation_Id","Start_Timestamp","End_Timestamp","LDS_Block_Size",)"
    R"("Scratch_Size","VGPR_Count","Accum_VGPR_Count","SGPR_Count","Workgroup_Size_X",)"
    R"("Workgroup_Size_Y","Workgroup_Size_Z","Grid_Size_X","Grid_Size_Y","Grid_Size_Z")";

/// The fields of one line of CSV (RFC 4180).
std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  bool inside = false;
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"' && inside && i + 1 < line.size() && line[i + 1] == '"') {
      fields.back() += line[++i];
    } else if (line[i] == '"') {
      inside = !inside;
    } else if (line[i] == ',' && !inside) {
      fields.emplace_back();
    } else {
      fields.back() += line[i];
    }
  }
  EXPECT_FALSE(inside) << line;
  return fields;
}

using Line = std::map<std::string, std::string>;  ///< by column

std::vector<Line> parsed(const std::string& csv) {
  std::istringstream text(csv);
  std::string line;
  std::getline(text, line);
  EXPECT_EQ(line, kHeader);
  const std::vector<std::string> columns = fields_of(line);
  std::vector<Line> lines;
  while (std::getline(text, line)) {
    const std::vector<std::string> fields = fields_of(line);
    EXPECT_EQ(fields.size(), columns.size()) << line;
    lines.emplace_back();
    for (size_t i = 0; i < fields.size(); ++i) lines.back()[columns[i]] = fields[i];
  }
  return lines;
}

TEST(KernelTrace, SurvivesCommasAndQuotationMarks) {
  const std::vector<device::LaunchRecord> launches = {
      {.arch = "gfx1201", .kernel = "_Z15addition_kernelIfEvPT_PKfS3_ii"},
      {.arch = "gfx1201", .kernel = "say \"a, b\""},
      {.arch = "gfx1100", .kernel = "say \"a, b\"", .lds_bytes = 513},
  };
  const auto lines = parsed(device::kernel_trace_csv(launches));
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0].at("Kernel_Name"),
            "void addition_kernel<float>(float*, float const*, float const*, int, int)");
  EXPECT_EQ(lines[1].at("Kernel_Name"), "say \"a, b\"");
  EXPECT_EQ(lines[1].at("Agent_Id"), "Agent 1");
  EXPECT_EQ(lines[1].at("Kernel_Id"), "2");
  EXPECT_EQ(lines[2].at("Agent_Id"), "Agent 2");
  EXPECT_EQ(lines[2].at("Kernel_Id"), "3");
  EXPECT_EQ(lines[2].at("LDS_Block_Size"), "1024");
}

class TraceProgram : public ProgramTest {};

TEST_F(TraceProgram, ListsTheLaunchesOfALadder) {
  const Ended got =
      run("ladder --arch gfx1201 --arch gfx1100 --rung 1 --rung 8 --shape 64x32x32 --trace t.csv");
  ASSERT_EQ(got.status, 0) << got.err;
  const auto lines = parsed(read("t.csv"));
  ASSERT_EQ(lines.size(), 4u);
  uint64_t last_end = 0;
  for (size_t i = 0; i < lines.size(); ++i) {
    const Line& line = lines[i];
    EXPECT_EQ(line.at("Kind"), "KERNEL_DISPATCH");
    EXPECT_EQ(line.at("Dispatch_Id"), std::to_string(i + 1));
    EXPECT_EQ(line.at("SGPR_Count"), "128");
    EXPECT_EQ(line.at("Accum_VGPR_Count"), "0");
    EXPECT_EQ(std::stoul(line.at("VGPR_Count")) % 8, 0u);
    const uint64_t start = std::stoull(line.at("Start_Timestamp"));
    const uint64_t end = std::stoull(line.at("End_Timestamp"));
    EXPECT_GE(start, last_end);
    EXPECT_GT(end, start);
    last_end = end;
  }
  EXPECT_EQ(lines[0].at("Kernel_Name"), "tw_fp16_rung_1");
  EXPECT_EQ(lines[0].at("Workgroup_Size_X"), "32");
  EXPECT_EQ(lines[1].at("Kernel_Name"), "tw_fp16_rung_8");
  EXPECT_EQ(lines[1].at("LDS_Block_Size"), "32256");
}

TEST_F(TraceProgram, CountsWorkItemsAndKeepsQuietAboutFailures) {
  const Array zeros{.dtype = DType::f32,
                    .shape = {64},
                    .fortran_order = false,
                    .data = std::vector<std::byte>(64 * sizeof(float))};
  ASSERT_TRUE(write_npy(path("x.npy"), zeros));
  const std::string scale = fmt::format("launch {}/scale.gfx1201.co scale ", TW_OBJECT_DIR);
  const std::string arguments = "--block 32 --arg in:x.npy --arg out:y.npy:f32:64 --arg f32:2 ";
  const Ended got = run(scale + "--grid 2 --trace t.csv " + arguments);
  ASSERT_EQ(got.status, 0) << got.err;
  const auto lines = parsed(read("t.csv"));
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0].at("Kernel_Name"), "scale");
  EXPECT_EQ(lines[0].at("Workgroup_Size_X"), "32");
  EXPECT_EQ(lines[0].at("Grid_Size_X"), "64");
  EXPECT_EQ(lines[0].at("Grid_Size_Y"), "1");

  const Ended beyond = run(scale + "--grid 3 --trace t.csv " + arguments);
  EXPECT_EQ(beyond.status, 1);
  EXPECT_TRUE(parsed(read("t.csv")).empty());
}

TEST_F(TraceProgram, AFileThatCannotBeWrittenIsAFailure) {
  const Ended got = run("ladder --arch gfx1201 --rung 8 --shape 16x16x16 --trace nowhere/t.csv");
  EXPECT_EQ(got.status, 1);
  EXPECT_THAT(got.err, HasSubstr("cannot write nowhere/t.csv"));
}

}  // namespace
}  // namespace tilewright::cli
