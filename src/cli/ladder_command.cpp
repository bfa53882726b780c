// tilewright ladder: every rung run, every element checked.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <chrono>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "cli/add_once.hpp"
#include "cli/choices.hpp"
#include "cli/command.hpp"
#include "cli/cuda_ladder.hpp"
#include "cli/ladder.hpp"
#include "cli/ladder_record.hpp"
#include "cli/ladder_table.hpp"
#include "cli/output.hpp"
#include "cli/reference_process.hpp"
#include "cli/usage.hpp"
#include "cli/whole_number.hpp"
#include "core/file.hpp"
#include "core/json_text.hpp"
#include "report/terminal.hpp"

namespace tilewright::cli {
namespace {

constexpr const char* kHipblasLt = "hipblaslt";

struct Options {
  std::vector<std::string> archs;
  std::vector<std::string> rungs;
  std::vector<std::string> configs;
  std::vector<std::string> shapes;  ///< empty: default_shapes()
  std::string device = "emu";
  std::string dtype = "fp16";
  std::string a_type = "f8";
  std::string b_type = "f8";
  std::string data = "pm1";
  uint64_t seed = 1;
  unsigned threads = 0;
  std::string json;
  Watch watch;
  CudaLadderOptions cuda;  ///< what only a real GPU takes
  const CLI::App* command = nullptr;

  /// Those of `names` that were given.
  [[nodiscard]] std::vector<std::string> given(std::initializer_list<const char*> names) const {
    std::vector<std::string> out;
    for (const char* each : names) {
      if (command->count(each) != 0) out.emplace_back(each);
    }
    return out;
  }
};

/// One that whole tiles of every rung divide, and one that none does.
std::vector<std::string> default_shapes(Precision precision) {
  if (precision == Precision::fp8) return {"384x320x256", "193x161x129"};
  return {"768x768x512", "517x389x203"};
}

Fp8 format(const std::string& name) { return name == "bf8" ? Fp8::e5m2 : Fp8::e4m3; }

/// What was chosen with --arch, or every target that has the instructions.
Result<std::vector<const Target*>> able_targets(const Options& options, Precision precision) {
  std::vector<const Target*> able;
  for (const Target* target : chosen_targets(options.archs)) {
    if (has(target->family, precision)) {
      able.push_back(target);
    } else if (!options.archs.empty()) {
      return fail("{} has no {} WMMA, which came with gfx12: take --arch gfx1201", target->name,
                  options.dtype);
    }
  }
  return able;
}

/// Errors: a configuration that none of the targets can have. (Where some can, the others say so.)
Result<void> can_exist(const Rung& rung, const std::vector<const Target*>& on) {
  std::string why;
  for (const Target* target : on) {
    const auto assessed = sweep::assess({rung.precision, rung.tile}, *target);
    if (assessed.verdict != sweep::Verdict::impossible) return {};
    why = fmt::format("{} cannot exist on {}: {}", rung.id, target->name, assessed.reason);
  }
  return why.empty() ? Result<void>() : fail("--config {}", why);
}

/// The rungs of the precision, unless configurations alone were asked for.
Result<std::vector<const Rung*>> kernels(const Options& options, Precision precision,
                                         const std::vector<const Target*>& targets,
                                         KernelStore& store) {
  std::vector<const Rung*> all;
  if (options.configs.empty() || !options.rungs.empty()) {
    all = chosen_rungs(options.rungs, precision);
    for (const std::string& id : options.rungs) {
      if (find_rung(id.c_str())->precision == precision) continue;
      return fail("rung {} is not {}: take --dtype {}", id, options.dtype,
                  name(find_rung(id.c_str())->precision));
    }
  }
  const bool e4m3 = options.a_type == "f8" && options.b_type == "f8";
  if (!options.configs.empty() && precision == Precision::fp8 && !e4m3) {
    return fail("--config compiles kernels for E4M3; the rungs have all pairs of formats");
  }
  for (const std::string& config : options.configs) {
    const Result<const Rung*> added = store.add_config(config, precision);
    if (!added) return tl::unexpected(added.error());
    if (auto possible = can_exist(**added, targets); !possible) {
      return tl::unexpected(possible.error());
    }
    all.push_back(*added);
  }
  return all;
}

/// Names and options that only the software GPU and HIP devices do not know.
Result<void> known_off_cuda(const Options& options) {
  if (options.dtype != name(Precision::fp16) && options.dtype != name(Precision::fp8)) {
    return fail("--dtype {} runs on --device cuda", options.dtype);
  }
  for (const std::string& id : options.rungs) {
    if (find_rung(id.c_str()) == nullptr) return fail("rung {} runs on --device cuda", id);
  }
  const auto real = options.given({"--fair", "--check-only", "--pairs", "--turn", "--scales"});
  if (!real.empty()) {
    return fail("{}: for measuring on NVIDIA GPUs; add --device cuda", fmt::join(real, ", "));
  }
  if (options.cuda.reference == "cublaslt") {
    return fail("cuBLASLt is NVIDIA's: add --device cuda, or take --reference hipblaslt");
  }
  const auto formats = options.given({"--a-type", "--b-type"});
  if (!formats.empty() && options.dtype != name(Precision::fp8)) {
    return fail("{}: one-byte formats; add --dtype fp8", fmt::join(formats, ", "));
  }
  return {};
}

Result<LadderRequest> request(const Options& options, KernelStore& store) {
  const Precision precision =
      options.dtype == name(Precision::fp8) ? Precision::fp8 : Precision::fp16;
  Result<std::vector<const Target*>> targets = able_targets(options, precision);
  if (!targets) return tl::unexpected(targets.error());
  Result<std::vector<const Rung*>> rungs = kernels(options, precision, *targets, store);
  if (!rungs) return tl::unexpected(rungs.error());
  LadderRequest request{.targets = std::move(*targets),
                        .rungs = std::move(*rungs),
                        .shapes = {},
                        .data = *bench::data_from_name(options.data),
                        .formats = {precision, format(options.a_type), format(options.b_type)},
                        .seed = options.seed,
                        .threads = options.threads,
                        .device = options.device,
                        .watch = options.watch,
                        .reference = options.cuda.reference == kHipblasLt};
  const bool emulated = options.device == device::name(device::Kind::emu);
  if (request.reference && emulated && request.targets.size() > 1) {
    return fail("--reference {}: it loads the kernels of one GPU in a process; name one by --arch",
                kHipblasLt);
  }
  for (const std::string& shape :
       options.shapes.empty() ? default_shapes(precision) : options.shapes) {
    add_once(request.shapes, *bench::parse_shape(shape));
  }
  return request;
}

/// A rung that nothing was run with has not been shown to be right; nor has one that was asked for
/// by name, with a shape that was, and does not take it.
bool all_right(const std::vector<LadderRun>& runs, const Options& options) {
  const bool all_were_named = !options.rungs.empty() && !options.shapes.empty();
  bool any_exact = false;
  for (const LadderRun& run : runs) {
    if (run.beside && run.beside->failed()) return false;
    for (const LadderRung& at : run.rungs) {
      if (at.result.failed() || (at.result.refused && all_were_named)) return false;
      any_exact = any_exact || at.result.exact();
    }
  }
  return any_exact;
}

/// Where hipBLASLt runs on software GPUs of the targets that were asked for.
ReferenceProcess reference_process(const LadderRequest& request) {
  ReferenceProcess process{.archs = {}, .watch = request.watch, .threads = request.threads};
  for (const Target* target : request.targets) process.archs.emplace_back(target->name);
  return process;
}

bool on_cuda(const Options& options) { return options.device == device::name(device::Kind::cuda); }

CudaLadderOptions cuda_options(const Options& options) {
  CudaLadderOptions cuda = options.cuda;
  cuda.rungs = options.rungs;
  cuda.shapes = options.shapes;
  cuda.dtype = options.dtype;
  cuda.seed = options.seed;
  cuda.threads = options.threads;
  cuda.json = options.json;
  return cuda;
}

/// Errors: what a look at the options alone shows not to go together.
Result<void> understood(const Options& options) {
  if (on_cuda(options)) {
    const auto emulated = options.given({"--strict", "--counters", "--trace", "--config", "--arch",
                                         "--data", "--a-type", "--b-type"});
    if (emulated.empty()) return understood(cuda_options(options));
    return fail("{}: for the software GPU, not for --device cuda; leave it out",
                fmt::join(emulated, ", "));
  }
  if (Result<void> known = known_off_cuda(options); !known) return known;
  KernelStore unused;
  return request(options, unused).map([](const auto&) {});
}

std::vector<device::LaunchRecord> launches(const std::vector<LadderRun>& runs) {
  std::vector<device::LaunchRecord> all;
  for (const LadderRun& run : runs) {
    for (const LadderRung& at : run.rungs) {
      const auto& some = at.result.report.launches;
      all.insert(all.end(), some.begin(), some.end());
    }
    if (run.beside) {
      const auto& theirs = run.beside->report.launches;
      all.insert(all.end(), theirs.begin(), theirs.end());
    }
  }
  return all;
}

Result<Outcome> ladder(const Options& options) {
  if (on_cuda(options)) return ladder_on_cuda(cuda_options(options));
  const bool colours = report::wants_colours(stdout);
  if (const Result<void> here = takes_rdna_kernels(options.device); !here) {
    return tl::unexpected(here.error());
  }
  KernelStore store;
  Result<LadderRequest> asked = request(options, store);
  if (!asked) return tl::unexpected(asked.error());
  if (asked->reference && options.device == device::name(device::Kind::emu)) {
    if (auto entered = enter_reference_process(reference_process(*asked)); !entered) {
      return tl::unexpected(entered.error());
    }
    asked->device = device::name(device::Kind::hip);
  }
  // Only in the process that does the work: standard output may be kept for a file.
  const Result<void> writable =
      can_write_all({{"--json", options.json}, {"--trace", options.watch.trace}});
  if (!writable) return tl::unexpected(writable.error());
  const auto start = std::chrono::steady_clock::now();
  LadderTable table(colours);
  Result<std::vector<LadderRun>> runs;
  {
    report::Progress progress(planned_work(*asked));
    const LadderListener listener{
        .run_begins = [&](const LadderRun& run) { progress.print(table.begin(run)); },
        .rung_done = [&](const LadderRun&,
                         const LadderRung& rung) { progress.print(table.line(rung)); },
        .run_ends = [&](const LadderRun& run) { progress.print(table.notes(run)); }};
    runs = run_ladder(*asked, store, progress, listener);
  }
  if (!runs) return tl::unexpected(runs.error());
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  fmt::print("{}", ladder_summary(*runs, took.count(), colours));
  if (!options.json.empty()) {
    const Result<void> written =
        write_file(options.json, json_text(ladder_record(*runs, options.seed)));
    if (!written) return tl::unexpected(written.error());
  }
  if (auto written = write_trace(options.watch, launches(*runs)); !written) {
    return tl::unexpected(written.error());
  }
  return all_right(*runs, options) ? Outcome::right : Outcome::wrong;
}

/// RDNA's rungs, and those that only Hopper has.
std::vector<std::string> all_rung_ids() {
  std::vector<std::string> ids = rung_ids();
  for (const std::string& id : cuda_rung_ids()) add_once(ids, id);
  return ids;
}

/// What CLI11 shows when a type is not one.
std::string check_dtype(const std::string& text) {
  std::vector<std::string> known = cuda_dtypes();
  known.emplace_back(name(Precision::fp8));
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find(',', at), text.size());
    const std::string each = text.substr(at, end - at);
    if (std::ranges::find(known, each) == known.end()) {
      return fmt::format("'{}' is none of {}", each, fmt::join(known, ", "));
    }
    at = end + 1;
  }
  return {};
}

}  // namespace

void add_ladder(CLI::App& app, Action& action) {
  CLI::App* command =
      app.add_subcommand("ladder", "Run the rungs of the ladder and check every element");
  const auto options = std::make_shared<Options>();
  options->command = command;
  command->add_option("--arch", options->archs, "Target; may be repeated (default: all)")
      ->check(CLI::IsMember(target_names()))
      ->allow_extra_args(false);
  command->add_option("--device", options->device, "What to run on (see tilewright devices)")
      ->check(CLI::IsMember(device_names()))
      ->capture_default_str();
  command
      ->add_option("--dtype", options->dtype,
                   "Type of A and B; fp16 is accumulated in fp16, fp8 in fp32. On --device cuda "
                   "also fp16-f32, bf16, fp8-f32, fp8-bf16, fp8-f16, and several with commas")
      ->check(check_dtype)
      ->capture_default_str();
  command->add_option("--a-type", options->a_type, "Of fp8: f8 is E4M3, bf8 is E5M2")
      ->check(CLI::IsMember({"f8", "bf8"}))
      ->capture_default_str();
  command->add_option("--b-type", options->b_type, "The same for B")
      ->check(CLI::IsMember({"f8", "bf8"}))
      ->capture_default_str();
  command
      ->add_option(
          "--shape", options->shapes,
          "MxNxK, or square, mlp-up, gqa-qkv or small, as AMD's posts have them; may be "
          "repeated (default: one of whole tiles, one ragged; with --device cuda the posts')")
      ->check(check_shape)
      ->type_name("MxNxK")
      ->allow_extra_args(false);
  command->add_option("--rung", options->rungs, "Rung; may be repeated (default: all)")
      ->check(CLI::IsMember(all_rung_ids()))
      ->allow_extra_args(false);
  command
      ->add_option(
          "--config", options->configs,
          "A configuration to compile and run (see tilewright sweep), its LDS rows padded unless "
          "told otherwise, of fp8 for E4M3 alone; may be repeated")
      ->check(parsed_by(sweep::parse_tile))
      ->type_name("MxNxK,WxW,Nbuf[,permuted|,plain]")
      ->allow_extra_args(false);
  command
      ->add_option("--data", options->data,
                   "A and B: pm1 is +1 and -1 with exact sums, normal is N(0,1)")
      ->check(CLI::IsMember({"pm1", "normal"}))
      ->capture_default_str();
  add_seed(*command, options->seed);
  add_threads(*command, options->threads);
  add_watch_options(*command, options->watch);
  command->add_option("--json", options->json, "Write the same records to FILE")
      ->check(named_file())
      ->type_name("FILE");
  add_cuda_options(*command, options->cuda);
  command->footer(
      "Examples:\n  tilewright ladder --arch gfx1201 --rung 8 --shape 1024x1024x1024 --json "
      "out.json\n"
      "  tilewright ladder --arch gfx1201 --strict --counters\n"
      "  tilewright ladder --dtype fp8 --arch gfx1201 --shape 384x320x256\n"
      "  tilewright ladder --arch gfx1201 --config 192x224x64,4x2,1buf\n"
      "  tilewright ladder --arch gfx1201 --rung 8 --shape 512x512x512 --reference hipblaslt\n"
      "  tilewright ladder --device cuda --dtype bf16 --reference cublaslt --fair\n\n"
      "Exit status: 0 if all that ran is exact; 1 if anything failed or nothing ran, or if a rung "
      "and a\nshape that were both named do not go together; 2 if the command line is wrong.");
  command->callback([&action, options] {
    require_usage(understood(*options));
    action = [options] { return ladder(*options); };
  });
}

}  // namespace tilewright::cli
