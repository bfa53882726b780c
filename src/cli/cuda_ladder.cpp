// SPDX-License-Identifier: MIT
#include "cli/cuda_ladder.hpp"

#include <cstdio>

#include "bench/fair_hopper.hpp"
#include "bench/fair_ladder.hpp"
#include "cli/cuda_record.hpp"
#include "cli/cuda_table.hpp"
#include "core/file.hpp"
#include "report/terminal.hpp"

namespace tilewright::cli {
namespace {

/// The shapes of AMD's posts.
constexpr const char* kPostsShapes[] = {"8192x8192x8192", "8192x28672x8192", "8192x10240x8192",
                                        "3072x4096x8192"};

Result<bench::FairLadderRequest> request(const CudaLadderOptions& options) {
  bench::FairLadderRequest request;
  request.rungs = options.rungs.empty() ? cuda_rung_ids() : options.rungs;
  for (const std::string& shape :
       options.shapes.empty()
           ? std::vector<std::string>(std::begin(kPostsShapes), std::end(kPostsShapes))
           : options.shapes) {
    const Result<bench::Shape> parsed = bench::parse_shape(shape);
    if (!parsed) return tl::unexpected(parsed.error());
    request.shapes.push_back(*parsed);
  }
  for (const std::string& dtype :
       options.dtypes.empty() ? std::vector<std::string>{"fp16"} : options.dtypes) {
    const bench::ProductTypes* types = bench::find_product_types(dtype);
    if (types == nullptr) {
      return fail("--dtype {} is not one of {}", dtype, fmt::join(cuda_dtypes(), ", "));
    }
    request.types.push_back(types);
  }
  if (options.fair && options.reference.empty()) {
    return fail("--fair compares in turns with a reference: add --reference cublaslt");
  }
  request.reference = !options.reference.empty();
  request.fair = options.fair;
  request.time = !options.check_only;
  request.seed = options.seed;
  request.threads = options.threads;
  request.options.pairs = options.pairs;
  return request;
}

/// A rung that nothing was run with has not been shown to be right.
bool all_right(const std::vector<bench::FairRun>& runs) {
  bool any_exact = false;
  for (const bench::FairRun& run : runs) {
    for (const bench::FairRung& rung : run.rungs) {
      if (rung.failed()) return false;
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

Result<Outcome> ladder_on_cuda(const CudaLadderOptions& options) {
  const auto asked = request(options);
  if (!asked) return tl::unexpected(asked.error());
  const auto device = device::open_cuda();
  if (!device) return tl::unexpected(device.error());
  FairTable table(*asked, report::wants_colours(stdout));
  const bench::FairListener listener{
      .run_begins = [&](const bench::FairRun& run) { print(table.begin(run)); },
      .rung_done = [&](const bench::FairRun& run,
                       const bench::FairRung& rung) { print(table.line(run, rung)); },
      .run_ends = [&](const bench::FairRun& run) { print(table.end(run)); }};
  const auto runs = bench::run_fair_ladder(**device, *asked, listener);
  if (!runs) return tl::unexpected(runs.error());
  print(table.legend());
  if (!options.json.empty()) {
    const auto written = write_file(options.json, fair_record(*runs, *asked).dump(1) + "\n");
    if (!written) return tl::unexpected(written.error());
  }
  return all_right(*runs) ? Outcome::right : Outcome::wrong;
}

}  // namespace tilewright::cli
