// SPDX-License-Identifier: MIT
#include "cli/cuda_ladder.hpp"

#include <algorithm>
#include <cstdio>
#include <memory>

#include "bench/fair_hopper.hpp"
#include "bench/fair_ladder.hpp"
#include "cli/add_once.hpp"
#include "cli/cuda_record.hpp"
#include "cli/cuda_table.hpp"
#include "cli/device_state.hpp"
#include "cli/output.hpp"
#include "cli/usage.hpp"
#include "cli/whole_number.hpp"
#include "core/file.hpp"
#include "core/json_text.hpp"
#include "report/table.hpp"
#include "report/terminal.hpp"

namespace tilewright::cli {
namespace {

/// The shapes of AMD's posts.
constexpr const char* kPostsShapes[] = {"8192x8192x8192", "8192x28672x8192", "8192x10240x8192",
                                        "3072x4096x8192"};

constexpr bench::FairScaling kScalings[] = {bench::FairScaling::none, bench::FairScaling::tensor,
                                            bench::FairScaling::vectors};

Result<bench::FairLadderRequest> request(const CudaLadderOptions& options) {
  bench::FairLadderRequest request;
  const std::vector<std::string> known = cuda_rung_ids();
  for (const std::string& id : options.rungs.empty() ? known : options.rungs) {
    if (std::ranges::find(known, id) == known.end()) {
      return fail("rung {} is not of the ladder for --device cuda; take {}", id,
                  fmt::join(known, ", "));
    }
    add_once(request.rungs, id);
  }
  for (const std::string& shape :
       options.shapes.empty()
           ? std::vector<std::string>(std::begin(kPostsShapes), std::end(kPostsShapes))
           : options.shapes) {
    const Result<bench::Shape> parsed = bench::parse_shape(shape);
    if (!parsed) return tl::unexpected(parsed.error());
    add_once(request.shapes, *parsed);
  }
  for (size_t at = 0; at <= options.dtype.size();) {
    const size_t end = std::min(options.dtype.find(',', at), options.dtype.size());
    const std::string dtype = options.dtype.substr(at, end - at);
    const bench::ProductTypes* types = bench::find_product_types(dtype);
    if (types == nullptr) {
      return fail("--dtype: '{}' is not one of {}", dtype, fmt::join(cuda_dtypes(), ", "));
    }
    add_once(request.types, types);
    at = end + 1;
  }
  for (const bench::FairScaling scaling : kScalings) {
    if (options.scales == bench::name(scaling)) request.scaling = scaling;
  }
  if (request.scaling != bench::FairScaling::none) {
    for (const bench::ProductTypes* types : request.types) {
      if (types->input == bench::Element::e4m3) continue;
      return fail("--scales {} is for FP8, and --dtype has {}: take fp8-f32, fp8-bf16 or fp8-f16",
                  options.scales, types->name);
    }
  }
  if (options.fair && options.reference.empty()) {
    return fail("--fair compares in turns with a reference: add --reference cublaslt");
  }
  if (options.reference == "hipblaslt") {
    return fail("hipBLASLt is AMD's: on --device cuda take --reference cublaslt");
  }
  request.reference = !options.reference.empty();
  request.fair = options.fair;
  request.time = !options.check_only;
  request.seed = options.seed;
  request.threads = options.threads;
  request.options.pairs = options.pairs;
  request.options.turn_ms = options.turn_ms;
  return request;
}

/// A rung that nothing was run with has not been shown to be right; one that was named with a shape
/// was to compute it; and a reference that is wanted for turns must be there.
bool all_right(const std::vector<bench::FairRun>& runs, const CudaLadderOptions& options) {
  const bool all_were_named = !options.rungs.empty() && !options.shapes.empty();
  bool any_exact = false;
  for (const bench::FairRun& run : runs) {
    if (run.reference && (run.reference->failed() || (options.fair && run.reference->refused))) {
      return false;
    }
    for (const bench::FairRung& rung : run.rungs) {
      if (rung.failed() || (rung.refused && all_were_named)) return false;
      any_exact = any_exact || rung.exact();
    }
  }
  return any_exact;
}

void print(const std::string& text) {
  fmt::print("{}", text);
  std::fflush(stdout);
}

}  // namespace

std::vector<std::string> cuda_rung_ids() {
  std::vector<std::string> ids;
  for (const bench::HopperRung& rung : bench::hopper_rungs()) ids.emplace_back(rung.id);
  return ids;
}

std::vector<std::string> cuda_dtypes() {
  std::vector<std::string> names;
  for (const bench::ProductTypes& types : bench::product_types) names.emplace_back(types.name);
  return names;
}

std::vector<std::string> cuda_scalings() {
  std::vector<std::string> names;
  for (const bench::FairScaling scaling : kScalings) names.emplace_back(bench::name(scaling));
  return names;
}

void add_cuda_options(CLI::App& command, CudaLadderOptions& options) {
  command
      .add_option("--scales", options.scales,
                  "Scale FP8 products on --device cuda: tensor is one scale for A and one for B, "
                  "vectors one for each row of A and column of B")
      ->check(CLI::IsMember(cuda_scalings()))
      ->capture_default_str();
  command
      .add_option(
          "--reference", options.reference,
          "Vendor library to compare with: on --device cuda cublaslt, whose best algorithm is "
          "searched for; on the others hipblaslt")
      ->check(CLI::IsMember({"cublaslt", "hipblaslt"}));
  CLI::Option* const fair = command.add_flag(
      "--fair", options.fair, "Ours and the reference's in turns, median of the pairs' ratios");
  command.add_flag("--check-only", options.check_only, "Check every rung, time none")
      ->excludes(fair);
  add_whole_number(command, "--pairs", options.pairs, "Turns of each with --fair", 3, 1000)
      ->needs(fair);
  command
      .add_option(
          "--turn", options.turn_ms,
          "Milliseconds of a turn: at 200 each side settles at the clock that its own power "
          "allows, at 8 both share one")
      ->check(real_number(1, 5000))
      ->needs(fair)
      ->capture_default_str();
}

Result<void> understood(const CudaLadderOptions& options) {
  return request(options).map([](const auto&) {});
}

Result<Outcome> ladder_on_cuda(const CudaLadderOptions& options) {
  const auto asked = request(options);
  if (!asked) return tl::unexpected(asked.error());
  if (Result<void> writable = can_write_all({{"--json", options.json}}); !writable) {
    return tl::unexpected(writable.error());
  }
  if (Result<void> here = require_device(device::Kind::cuda); !here) {
    return tl::unexpected(here.error());
  }
  const auto device = device::open_cuda();
  if (!device) return tl::unexpected(device.error());
  FairTable table(*asked, report::wants_colours(stdout));
  // Written anew after every run, so that a long measurement that is cut short keeps what it has;
  // to a stream in the end.
  const bool only_once = is_stream(options.json);
  std::vector<bench::FairRun> recorded;
  Result<void> written;
  const auto record = [&](const bench::FairRun& run) {
    if (options.json.empty()) return;
    recorded.push_back(run);
    if (only_once && recorded.size() < asked->shapes.size() * asked->types.size()) return;
    const bool told = !written;
    written = write_file(options.json, json_text(fair_record(recorded, *asked)));
    if (!written && !told) {
      fmt::print(stderr, "tilewright: {}; it is tried again after each run\n",
                 written.error().message);
    }
  };
  const bench::FairListener listener{
      .run_begins = [&](const bench::FairRun& run) { print(table.begin(run)); },
      .rung_done = [&](const bench::FairRun& run,
                       const bench::FairRung& rung) { print(table.line(run, rung)); },
      .run_ends =
          [&](const bench::FairRun& run) {
            print(table.end(run));
            record(run);
          }};
  const auto runs = bench::run_fair_ladder(**device, *asked, listener);
  if (!runs) return tl::unexpected(runs.error());
  print(table.legend());
  if (!written) return tl::unexpected(written.error());
  return all_right(*runs, options) ? Outcome::right : Outcome::wrong;
}

std::vector<report::Row> cuda_device_rows() {
  std::vector<report::Row> rows;
  for (const DeviceState& state : cuda_states()) rows.push_back(device_row(state));
  return rows;
}

report::Row device_row(const DeviceState& state) {
  using report::Style;
  const Style absent = state.info.arch.empty() ? Style::faint : Style::note;
  return {{std::string(device::name(state.info.kind))},
          state.info.arch.empty() ? report::Cell{"-", Style::faint} : report::Cell{state.info.arch},
          {state.info.name},
          {state.state, state.ready ? Style::good : absent}};
}

void add_cuda_ladder(CLI::App& app, Action& action) {
  CLI::App* command =
      app.add_subcommand("ladder", "Run the rungs of the ladder and check every element");
  const auto options = std::make_shared<CudaLadderOptions>();
  command->add_option("--device", "What to run on; without the software GPU, cuda")
      ->check(CLI::IsMember({device::name(device::Kind::cuda)}))
      ->required();
  command
      ->add_option("--dtype", options->dtype,
                   fmt::format("{}; several with commas", fmt::join(cuda_dtypes(), ", ")))
      ->capture_default_str();
  command->add_option("--shape", options->shapes, "MxNxK; may be repeated (default: the posts')")
      ->check(parsed_by(bench::parse_shape))
      ->type_name("MxNxK")
      ->allow_extra_args(false);
  command->add_option("--rung", options->rungs, "Rung; may be repeated (default: all)")
      ->check(CLI::IsMember(cuda_rung_ids()))
      ->allow_extra_args(false);
  add_seed(*command, options->seed);
  add_threads(*command, options->threads);
  command->add_option("--json", options->json, "Write the same records to FILE")
      ->check(named_file())
      ->type_name("FILE");
  add_cuda_options(*command, *options);
  command->footer(
      "Example:\n  tilewright ladder --device cuda --dtype bf16 --reference cublaslt --fair");
  command->callback([&action, options] {
    require_usage(understood(*options));
    action = [options] { return ladder_on_cuda(*options); };
  });
}

void add_cuda_devices(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("devices", "What kernels can run on here");
  command->callback([&action] {
    action = []() -> Result<Outcome> {
      fmt::print("{}", report::render({{"device", "", report::Align::left},
                                       {"arch", "", report::Align::left},
                                       {"name", "", report::Align::left},
                                       {"state", "", report::Align::left}},
                                      cuda_device_rows(), report::wants_colours(stdout)));
      return Outcome::right;
    };
  });
}

}  // namespace tilewright::cli
