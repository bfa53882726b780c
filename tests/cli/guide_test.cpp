// What docs/emulator.md tells a kernel author to type works as it stands there, and what the pages
// name exists.
// SPDX-License-Identifier: MIT
#include <glob.h>
#include <gmock/gmock.h>

#include <regex>

#include "core/npy.hpp"
#include "run_program.hpp"

namespace tilewright::cli {
namespace {

using testing::HasSubstr;

class Guide : public ProgramTest {
 protected:
  /// The section of the guide that begins with `title`.
  static std::string section(const std::string& title) {
    std::ifstream file(TW_SOURCE_DIR "/docs/emulator.md");
    std::ostringstream text;
    text << file.rdbuf();
    const std::string all = text.str();
    const size_t begin = all.find("\n## " + title);
    EXPECT_NE(begin, std::string::npos) << title;
    return all.substr(begin, all.find("\n## ", begin + 1) - begin);
  }

  /// The contents of all blocks of a language, one after the other.
  static std::string blocks(const std::string& text, const std::string& language) {
    const std::string fence = "```";
    std::string all;
    for (size_t at = 0; (at = text.find(fence + language + "\n", at)) != std::string::npos;) {
      at += fence.size() + language.size() + 1;
      const size_t end = text.find(fence, at);
      all += text.substr(at, end - at);
      at = end;
    }
    return all;
  }
};

TEST_F(Guide, RunsItsKernelFromSourceToNumbers) {
  const std::string text = section("Any kernel in one line");
  std::ofstream(path("scale.s")) << blocks(text, "asm");
  std::ofstream(path("typed.sh")) << blocks(text, "sh");
  const std::string command =
      fmt::format("cd '{}' && PATH=\"{}:{}:$PATH\" sh -e typed.sh >out.txt 2>err.txt", path(""),
                  std::filesystem::path(TW_PROGRAM).parent_path().string(),
                  std::filesystem::path(TW_ASSEMBLER).parent_path().string());
  EXPECT_EQ(std::system(command.c_str()), 0) << read("err.txt");
  EXPECT_THAT(read("out.txt"), HasSubstr("y.npy: float32 [128]\n"));
  EXPECT_THAT(read("out.txt"), testing::ContainsRegex("0000128 +0 +0.5 +1 +1.5\n"
                                                      "0000144 +2 +2.5 +3 +3.5\n"));
}

TEST_F(Guide, ShowsTheFindingsThatArePrinted) {
  const std::string text = section("Strict mode");
  const std::string assembled = fmt::format(
      "cd '{}' && '{}' -target amdgcn-amd-amdhsa -mcpu=gfx1201 -g -Itests/asm "
      "tests/check/planted.s -o '{}'",
      TW_SOURCE_DIR, TW_ASSEMBLER, path("planted.co"));
  ASSERT_EQ(std::system(assembled.c_str()), 0);
  const Array zeros{.dtype = DType::u32,
                    .shape = {1024},
                    .fortran_order = false,
                    .data = std::vector<std::byte>(4096)};
  ASSERT_TRUE(write_npy(path("out.npy"), zeros));
  // "**LDS race** (2): …" and the finding of case 2 in a block below it.
  const std::regex example(R"(\n\*\*[^*]+\*\* \(([0-9]+)\):[^\n]*\n\n```\n([^`]+)```)");
  int count = 0;
  for (std::sregex_iterator at(text.begin(), text.end(), example), end; at != end; ++at, ++count) {
    const Ended got =
        run("launch planted.co planted --strict --grid 2 --block 64 --arg inout:out.npy "
            "--arg out:fresh.npy:u32:1024 --arg u32:" +
            (*at)[1].str());
    EXPECT_EQ(got.status, 1);
    // The page has the first finding as it is printed, places included.
    const size_t first = got.err.find(":\n") + 2;
    EXPECT_EQ(got.err.substr(first, (*at)[2].length()), (*at)[2].str());
  }
  EXPECT_EQ(count, 11) << "one for each kind of finding";
}

/// The targets of links within the project, from the page's folder, and the paths in code spans,
/// from the project's; a * stands for any part of a name.
std::vector<std::filesystem::path> named_paths(const std::filesystem::path& page) {
  std::ifstream file(page);
  std::ostringstream text;
  text << file.rdbuf();
  const std::string all = text.str();
  const std::regex link(R"(\]\(([^)#:]+)(#[^)]*)?\))");
  const std::regex code(
      R"(`((src|ladder|tests|docs|data|cmake|script|bench|results)/[A-Za-z0-9_./*-]*))");
  std::vector<std::filesystem::path> paths;
  for (std::sregex_iterator at(all.begin(), all.end(), link), end; at != end; ++at) {
    paths.push_back(page.parent_path() / (*at)[1].str());
  }
  for (std::sregex_iterator at(all.begin(), all.end(), code), end; at != end; ++at) {
    paths.push_back(std::filesystem::path(TW_SOURCE_DIR) / (*at)[1].str());
  }
  return paths;
}

bool is_there(const std::filesystem::path& path) {
  glob_t found{};
  const bool any = ::glob(path.c_str(), 0, nullptr, &found) == 0;
  ::globfree(&found);
  return any;
}

TEST(Documents, NameFilesThatExist) {
  std::vector<std::filesystem::path> pages = {TW_SOURCE_DIR "/README.md"};
  for (const auto& entry : std::filesystem::directory_iterator(TW_SOURCE_DIR "/docs")) {
    if (entry.path().extension() == ".md") pages.push_back(entry.path());
  }
  size_t paths = 0;
  for (const std::filesystem::path& page : pages) {
    for (const std::filesystem::path& path : named_paths(page)) {
      EXPECT_TRUE(is_there(path)) << page << " names " << path;
      ++paths;
    }
  }
  EXPECT_GT(paths, 50u) << "the search has missed what pages name";
}

}  // namespace
}  // namespace tilewright::cli
