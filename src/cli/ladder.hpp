// Running the ladder: what was asked, what came out.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "bench/beside.hpp"
#include "bench/run.hpp"
#include "cli/kernel_store.hpp"
#include "cli/watch.hpp"
#include "device/device.hpp"
#include "report/progress.hpp"
#include "report/resources.hpp"

namespace tilewright::cli {

struct LadderRequest {
  std::vector<const Target*> targets;
  std::vector<const Rung*> rungs;
  std::vector<bench::Shape> shapes;
  bench::Data data = bench::Data::pm1;
  bench::Formats formats = {};
  uint64_t seed = 1;
  unsigned threads = 0;  ///< 0: all cores
  std::string device = "emu";
  Watch watch = {};
  bool reference = false;  ///< run hipBLASLt beside the rungs; `device` is a HIP device
};

struct LadderRung {
  const Rung* rung = nullptr;
  report::KernelResources resources;
  bench::RungResult result;
  /// Elements of C whose bits are not the reference's; nothing if either has failed.
  std::optional<uint64_t> unlike_reference = {};
};

/// All rungs at one shape on one device.
struct LadderRun {
  device::Info device;
  const Target* target = nullptr;
  bench::Shape shape;
  bench::Data data = bench::Data::pm1;
  bench::Formats formats = {};
  bool strict = false;  ///< whether strict mode watched
  std::vector<LadderRung> rungs;
  std::optional<bench::Beside> beside = {};  ///< if a reference was asked for
};

/// What is told while the ladder runs; any may be empty.
struct LadderListener {
  std::function<void(const LadderRun&)> run_begins;  ///< rungs are listed, none has run
  std::function<void(const LadderRun&, const LadderRung&)> rung_done;
  std::function<void(const LadderRun&)> run_ends;
};

/// The work ahead, of the whole request (host_work.hpp).
[[nodiscard]] double planned_work(const LadderRequest& request);

/// Runs everything asked for, with kernels from `store`; a rung that fails is part of the result.
/// `progress` is that of planned_work(). Errors: what prevents the ladder from being run at all.
[[nodiscard]] Result<std::vector<LadderRun>> run_ladder(const LadderRequest& request,
                                                        KernelStore& store,
                                                        report::Progress& progress,
                                                        const LadderListener& listener);

}  // namespace tilewright::cli
