// tilewright emu: an unmodified HIP program on the software GPU.
// SPDX-License-Identifier: MIT
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "cli/choices.hpp"
#include "cli/command.hpp"
#include "cli/emu_process.hpp"
#include "cli/emu_record.hpp"
#include "cli/invocation.hpp"
#include "cli/output.hpp"
#include "cli/usage.hpp"
#include "cli/whole_number.hpp"
#include "core/file.hpp"
#include "core/json_text.hpp"
#include "device/kernel_trace.hpp"
#include "emu/exec/stop_cause.hpp"
#include "report/terminal.hpp"

namespace tilewright::cli {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::vector<std::string> archs;
  std::vector<std::string> command;
  std::string loader;
  std::string sysroot;
  std::string trace;
  std::string json;
  unsigned threads = 0;
  uint64_t limit = emu::kInstructionLimit;
  bool strict = false;
  bool counters = true;
  bool skip_repeats = false;
};

/// A folder for the file that processes append their launches to; removed with this. A process that
/// lives on cannot make the file anew in a folder that is gone.
class Scratch {
 public:
  static Result<std::unique_ptr<Scratch>> create() {
    std::error_code error;
    const fs::path folder = fs::temp_directory_path(error);
    if (error) return fail("TMPDIR, {}, is no folder", std::getenv("TMPDIR"));
    // Absolute, since programs change their folder.
    std::string path = (fs::absolute(folder) / "tilewright-emu-XXXXXX").string();
    if (::mkdtemp(path.data()) == nullptr) {
      return fail("no temporary folder can be made in {}: {}", folder.string(),
                  std::strerror(errno));
    }
    return std::unique_ptr<Scratch>(new Scratch(std::move(path)));
  }
  ~Scratch() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string record() const { return path_ + "/launches"; }

 private:
  explicit Scratch(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

Result<std::string> loader_of(const Options& options) {
  if (options.sysroot.empty()) return options.loader;
  // Where the C library is beside the loader; lib64 may hold nothing but a link to it.
  for (const char* place :
       {"usr/lib/x86_64-linux-gnu", "lib/x86_64-linux-gnu", ".", "usr/lib64", "lib64"}) {
    const fs::path file = fs::path(options.sysroot) / place / "ld-linux-x86-64.so.2";
    if (fs::exists(file)) return file.string();
  }
  return fail("--sysroot {}: there is no ld-linux-x86-64.so.2 in it", options.sysroot);
}

/// Errors: options behind the program, where no -- stands before it to say whose they are.
Result<void> understood(const Options& options) {
  const std::vector<std::string>& all = command_line();
  const auto program = std::ranges::find(all, options.command.front());
  const auto behind = std::find_if(
      program, all.end(), [](const std::string& argument) { return argument.starts_with('-'); });
  if (behind == all.end() || std::find(all.begin(), program, "--") != program) return {};
  return fail("{} behind the program: put -- before {}, and all that follows is the program's",
              *behind, options.command.front());
}

/// The program may write where it likes; these must not be what it is read from.
Result<void> can_write_results(const Options& options, const std::string& loader) {
  const std::vector<NamedFile> outputs = {{"--trace", options.trace}, {"--json", options.json}};
  Result<void> writable = can_write_all(outputs);
  if (!writable) return writable;
  // A name without a slash is looked for in PATH.
  const std::string& program = options.command.front();
  const bool is_path = program.find('/') != std::string::npos;
  return spares(outputs, {{"PROGRAM", is_path ? program : ""}, {"--loader", loader}});
}

Result<void> write_results(const Options& options, const EmuRecord& record, int status) {
  if (!options.trace.empty()) {
    if (auto done = device::write_kernel_trace(options.trace, record.launches); !done) return done;
  }
  if (options.json.empty()) return {};
  nlohmann::ordered_json document = {{"schema_version", 1}, {"tool", tool_record(std::nullopt)}};
  document["program"] = options.command;
  document["exit_status"] = status;
  document.update(emu_json(record));
  return write_file(options.json, json_text(document));
}

/// The program's exit status; 1 where that is 0 and the record says that something went wrong.
Result<Outcome> emu(const Options& options) {
  const auto loader = loader_of(options);
  if (!loader) return tl::unexpected(loader.error());
  if (Result<void> writable = can_write_results(options, *loader); !writable) {
    return tl::unexpected(writable.error());
  }
  const auto scratch = Scratch::create();
  if (!scratch) return tl::unexpected(scratch.error());
  const std::vector<std::string> archs =
      options.archs.empty() ? std::vector<std::string>{"gfx1201"} : options.archs;
  const auto status = run_on_emu({.command = options.command,
                                  .scratch = (*scratch)->path(),
                                  .loader = *loader,
                                  .environment = {
                                      {"TILEWRIGHT_ARCH", fmt::format("{}", fmt::join(archs, ","))},
                                      {"TILEWRIGHT_STRICT", options.strict ? "1" : "0"},
                                      {"TILEWRIGHT_COUNTERS", options.counters ? "1" : "0"},
                                      {"TILEWRIGHT_SKIP_REPEATS", options.skip_repeats ? "1" : "0"},
                                      {"TILEWRIGHT_LIMIT", std::to_string(options.limit)},
                                      {"TILEWRIGHT_THREADS", std::to_string(options.threads)},
                                      {"TILEWRIGHT_RECORD", (*scratch)->record()},
                                  }});
  if (!status) return tl::unexpected(status.error());
  const auto record = read_emu_record((*scratch)->record());
  if (!record) return tl::unexpected(record.error());
  const bool started = *status != kNotFound && *status != kNotExecutable;
  if (started || !record->processes.empty()) {
    fmt::print(stderr, "{}", emu_summary(*record, report::wants_colours(stderr)));
  }
  if (auto written = write_results(options, *record, *status); !written) {
    return tl::unexpected(written.error());
  }
  if (*status == 0 && went_wrong(*record, options.strict)) return Outcome::wrong;
  return static_cast<Outcome>(*status);
}

}  // namespace

void add_emu(CLI::App& app, Action& action) {
  CLI::App* command =
      app.add_subcommand("emu", "Run an unmodified HIP program on the software GPU");
  const auto options = std::make_shared<Options>();
  command->add_option("PROGRAM", options->command, "The program and its arguments, after --")
      ->required()
      ->type_name("");
  command
      ->add_option("--arch", options->archs,
                   "Target; repeated for several devices (default: gfx1201)")
      ->check(CLI::IsMember(target_names()))
      ->allow_extra_args(false);
  auto* strict = command->add_flag("--strict", options->strict,
                                   "Look for races, missing waits, reads of nothing and leaks");
  command->add_flag(
      "--counters,!--no-counters", options->counters,
      "Count instructions and memory traffic (the default), or do not: counting takes "
      "half of the time");
  command
      ->add_flag("--skip-repeats", options->skip_repeats,
                 "Do not run a launch again that changes nothing: one that is equal to an earlier "
                 "one, in memory that is the same in every byte and that the earlier one left as "
                 "it was. For benchmarks, which start one kernel many times")
      ->excludes(strict);
  command->add_option("--trace", options->trace, "Write the launches as rocprofv3 does (CSV)")
      ->check(named_file())
      ->type_name("FILE");
  command->add_option("--json", options->json, "Write launches and counters by kernel")
      ->check(named_file())
      ->type_name("FILE");
  add_threads(*command, options->threads);
  add_limit(*command, options->limit);
  auto* loader = command
                     ->add_option("--loader", options->loader,
                                  "Dynamic loader to start through, its libraries beside it")
                     ->check(CLI::ExistingFile)
                     ->type_name("FILE");
  command
      ->add_option("--sysroot", options->sysroot,
                   "Folder of a newer system to take the loader from")
      ->check(CLI::ExistingDirectory)
      ->type_name("FOLDER")
      ->excludes(loader);
  command->footer(
      "The exit status is the program's, 128 + n if signal n ended it. It is 1 instead of 0 if\n"
      "the software GPU stopped a kernel or, with --strict, if something was found or memory was\n"
      "never freed.\n"
      "Example:\n"
      "  tilewright emu --arch gfx1100 --arch gfx1201 --strict -- ./saxpy 1024");
  command->callback([&action, options] {
    require_usage(understood(*options));
    action = [options] { return emu(*options); };
  });
}

}  // namespace tilewright::cli
