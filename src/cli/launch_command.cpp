// tilewright launch: one kernel of any code object, with arrays from .npy files.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <charconv>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "cli/choices.hpp"
#include "cli/command.hpp"
#include "cli/launch_arguments.hpp"
#include "cli/launch_remarks.hpp"
#include "cli/launch_run.hpp"
#include "cli/notes.hpp"
#include "cli/output.hpp"
#include "cli/usage.hpp"
#include "cli/whole_number.hpp"
#include "codeobject/bundle.hpp"
#include "codeobject/target.hpp"
#include "core/file.hpp"
#include "core/json_text.hpp"
#include "core/printable.hpp"
#include "device/emu/emu_device.hpp"
#include "report/progress.hpp"

namespace tilewright::cli {
namespace {

struct Options {
  std::string file;
  std::string kernel;
  std::string arch;
  std::string device = "emu";
  std::string grid = "1";
  std::string block;
  uint32_t lds = 0;
  uint64_t limit = emu::kInstructionLimit;
  std::vector<std::string> arguments;
  unsigned threads = 0;
  Watch watch;
  std::string json;
};

/// "X", "X,Y" or "X,Y,Z", each at least 1.
Result<device::Dim3> dimensions(const std::string& text) {
  uint32_t values[3] = {1, 1, 1};
  const char* at = text.data();
  const char* const end = text.data() + text.size();
  for (uint32_t& value : values) {
    const auto [next, error] = std::from_chars(at, end, value);
    if (error != std::errc{} || value == 0) break;
    if (next == end) return device::Dim3{values[0], values[1], values[2]};
    if (*next != ',') break;
    at = next + 1;
  }
  return fail("{}: give X, X,Y or X,Y,Z, whole numbers from 1 to {}", text,
              std::numeric_limits<uint32_t>::max());
}

Result<const codeobject::Kernel*> find_kernel(const codeobject::CodeObject& object,
                                              const std::string& file, const std::string& name) {
  const auto found = std::find_if(object.kernels.begin(), object.kernels.end(),
                                  [&](const auto& kernel) { return kernel.name == name; });
  if (found != object.kernels.end()) return &*found;
  std::string names;
  for (const auto& kernel : object.kernels) names += "\n  " + kernel.name;
  return fail("{} has no kernel {}; it has{}", file, name, names.empty() ? " none" : names);
}

/// "--arch gfx1100 or --arch gfx1151"
std::string choice(const std::vector<std::string>& names) {
  return fmt::format("--arch {}", fmt::join(names, " or --arch "));
}

/// Of a bundle: what it has, and what to choose of it.
Error not_chosen(const std::string& file, const std::vector<std::byte>& bundle,
                 const std::vector<std::string>& entries) {
  std::vector<std::string> fitting = target_names();
  std::erase_if(fitting, [&](const auto& name) { return !codeobject::unbundle(bundle, name); });
  return {
      fmt::format("{} is an offload bundle, with code for {}: {}", file, fmt::join(entries, ", "),
                  fitting.empty() ? fmt::format("none is for {}", fmt::join(target_names(), ", "))
                                  : "choose " + choice(fitting))};
}

/// The file, or what an offload bundle holds for --arch.
Result<std::vector<std::byte>> read_code_object(const Options& options) {
  auto file = read_file(options.file);
  if (!file) return file;
  if (options.arch.empty()) {
    const auto entries = codeobject::bundle_entries(*file);
    if (!entries) return fail("{}: {}", options.file, entries.error().message);
    if (entries->empty()) return file;
    return tl::unexpected(not_chosen(options.file, *file, *entries));
  }
  auto image = codeobject::unbundle(*file, options.arch);
  if (!image) return fail("{}: {}", options.file, image.error().message);
  return image;
}

/// Errors: --arch names a target that the code is not for, or none where the code is for a family
/// of GPUs.
Result<std::string> target_of(const codeobject::CodeObject& object, const Options& options) {
  std::vector<std::string> fitting = target_names();
  std::erase_if(fitting, [&](const auto& name) { return !codeobject::runs_on(object.arch, name); });
  const std::string& arch = options.arch.empty() ? object.arch : options.arch;
  if (std::ranges::find(fitting, arch) != fitting.end()) return arch;
  const bool is_family = std::ranges::find(fitting, object.arch) == fitting.end();
  return fail("{} is built for {}{}: choose {}", options.file, object.arch,
              is_family ? ", a family of GPUs" : "", choice(fitting));
}

Result<std::vector<LaunchArgument>> parsed(const std::vector<std::string>& specs) {
  std::vector<LaunchArgument> arguments;
  for (const std::string& spec : specs) {
    auto argument = parse_argument(spec);
    if (!argument) return tl::unexpected(argument.error());
    arguments.push_back(std::move(*argument));
  }
  return arguments;
}

/// What --json asks for, if it does.
Result<void> write_record(const LaunchRun& run, const std::vector<LaunchArgument>& arguments,
                          const Options& options) {
  if (options.json.empty()) return {};
  return write_file(options.json, json_text(launch_run_record(run, arguments)));
}

Result<Outcome> launch(const Options& options) {
  if (Result<void> known = takes_rdna_kernels(options.device); !known) {
    return tl::unexpected(known.error());
  }
  const auto grid = dimensions(options.grid);
  if (!grid) return tl::unexpected(grid.error());
  const auto block = dimensions(options.block);
  if (!block) return tl::unexpected(block.error());
  const auto image = read_code_object(options);
  if (!image) return tl::unexpected(image.error());
  const auto object = codeobject::parse(*image);
  if (!object) return fail("{}: {}", options.file, object.error().message);
  const auto arch = target_of(*object, options);
  if (!arch) return tl::unexpected(arch.error());
  const auto declared = find_kernel(*object, options.file, options.kernel);
  if (!declared) return tl::unexpected(declared.error());

  auto arguments = parsed(options.arguments);
  if (!arguments) return tl::unexpected(arguments.error());
  const Result<void> writable = can_save(
      *arguments, options.file, {{"--trace", options.watch.trace}, {"--json", options.json}});
  if (!writable) return tl::unexpected(writable.error());
  if (auto read = read_inputs(*arguments); !read) return tl::unexpected(read.error());

  report::Progress progress(1);
  const auto device =
      open_device({.device = options.device,
                   .arch = *arch,
                   .threads = options.threads,
                   .progress =
                       [&](uint64_t done, uint64_t total) {
                         progress.update(printable(options.kernel),
                                         static_cast<double>(done) / static_cast<double>(total));
                       },
                   .watch = options.watch,
                   .instruction_limit = options.limit});
  if (!device) return tl::unexpected(device.error());
  if (auto placed = place(**device, *arguments); !placed) return tl::unexpected(placed.error());
  const auto packed = pack(**declared, *arguments);
  if (!packed) return tl::unexpected(packed.error());
  tell_notes(remarks_before(*arguments));

  const auto module = (*device)->load(*image);
  if (!module) return fail("{}: {}", options.file, module.error().message);
  const auto kernel = (*module)->kernel(options.kernel);
  if (!kernel) return tl::unexpected(kernel.error());
  const device::LaunchConfig config{
      .grid = *grid, .block = *block, .dynamic_lds_bytes = options.lds};
  progress.update(fmt::format("{}, {} workgroups", printable(options.kernel),
                              uint64_t{grid->x} * grid->y * grid->z),
                  0);
  const auto launched = (*device)->launch(**kernel, config, *packed);
  LaunchRun run{.kernel = options.kernel,
                .device = (*device)->info(),
                .config = config,
                .report = (*device)->take_report(),
                .strict = options.watch.strict,
                .error = {}};
  const bool sound = tell(run.report, options.watch, launched.has_value());
  if (auto written = write_trace(options.watch, run.report.launches); !written) {
    return tl::unexpected(written.error());
  }
  if (const auto ended = launched ? (*device)->synchronize() : launched; !ended) {
    run.error = ended.error().message;
    if (auto written = write_record(run, *arguments, options); !written) {
      return fail("{}\n{}", *run.error, written.error().message);
    }
    return tl::unexpected(ended.error());
  }

  const auto remarks = remarks_after(**device, *arguments);
  if (!remarks) return tl::unexpected(remarks.error());
  const auto lines = save(**device, *arguments);
  if (!lines) return tl::unexpected(lines.error());
  for (const std::string& line : *lines) fmt::print("{}\n", printable(line));
  tell_notes(*remarks);
  if (auto written = write_record(run, *arguments, options); !written) {
    return tl::unexpected(written.error());
  }
  return sound ? Outcome::right : Outcome::wrong;
}

}  // namespace

void add_launch(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand(
      "launch", "Run one kernel of a code object, with arrays from .npy files as arguments");
  const auto options = std::make_shared<Options>();
  command->add_option("FILE", options->file, "Code object (ELF), or a bundle of them")
      ->required()
      ->check(named_file())
      ->type_name("");
  command->add_option("KERNEL", options->kernel, "Its symbol")->required()->type_name("");
  command
      ->add_option("--arch", options->arch,
                   "Target (default: the one it was compiled for; code for gfx12-generic "
                   "or gfx11-generic has none)")
      ->check(CLI::IsMember(target_names()));
  command->add_option("--device", options->device, "What to run on (see tilewright devices)")
      ->check(CLI::IsMember(device_names()))
      ->capture_default_str();
  command->add_option("--grid", options->grid, "Workgroups")
      ->check(parsed_by(dimensions))
      ->type_name("X,Y,Z")
      ->capture_default_str();
  command->add_option("--block", options->block, "Work-items of a workgroup")
      ->check(parsed_by(dimensions))
      ->type_name("X,Y,Z")
      ->required();
  add_whole_number(*command, "--lds", options->lds, "Bytes of dynamic LDS", 0,
                   static_cast<uint64_t>(Limits{}.lds_bytes));
  add_limit(*command, options->limit);
  command
      ->add_option("--arg", options->arguments,
                   "In the kernel's order: in:x.npy, inout:x.npy, out:y.npy:f32:16x16, i32:5, "
                   "u32:5, i64:5, u64:5, f16:0.5, f32:0.5, f64:0.5, bytes:00ff, file:x.bin, or a "
                   "struct by value, struct:in:x.npy,out:y.npy:f32:16,i32:16, laid out as C does")
      ->type_name("ARG")
      ->allow_extra_args(false);
  add_threads(*command, options->threads);
  add_watch_options(*command, options->watch);
  command->add_option("--json", options->json, "Write findings, counters and outputs to FILE")
      ->check(named_file())
      ->type_name("FILE");
  command->footer(
      "Examples, from the project's folder:\n"
      "  python3 -c 'import numpy; numpy.save(\"x.npy\", numpy.arange(128, dtype=\"float32\"))'\n"
      "  clang-19 -target amdgcn-amd-amdhsa -mcpu=gfx1201 -I tests/asm tests/cli/kernels/scale.s "
      "\\\n"
      "    -o scale.co\n"
      "  tilewright launch scale.co scale --grid 4 --block 32 --arg in:x.npy \\\n"
      "    --arg out:y.npy:f32:128 --arg f32:0.5\n\n"
      "Rung 8 itself, whose one argument is a struct (ladder/gemm_args.hpp): A is [M, K], B is "
      "[N, K]\nand C [N, M], here with M = 128, N = 96 and K = 64:\n"
      "  python3 -c 'import numpy; numpy.save(\"a.npy\", numpy.ones((128, 64), "
      "\"float16\"))'\n"
      "  python3 -c 'import numpy; numpy.save(\"b.npy\", numpy.ones((96, 64), \"float16\"))'\n"
      "  tilewright resources --arch gfx1201 --rung 8 --extract .\n"
      "  tilewright launch gfx1201-8.co tw_fp16_rung_8 --grid 1 --block 128 --arg \\\n"
      "    struct:in:a.npy,in:b.npy,out:c.npy:f16:96x128,i32:128,i32:96,i32:64,i32:64,i32:64,"
      "i32:128");
  command->callback([&action, options] {
    require_usage(parsed(options->arguments));
    action = [options] { return launch(*options); };
  });
}

}  // namespace tilewright::cli
