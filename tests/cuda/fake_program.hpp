// The built program on the fake driver of fake_driver/.
// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "cli/run_program.hpp"

namespace tilewright::cli {

class FakeCudaProgram : public ProgramTest {
 protected:
  void SetUp() override {
    if (!TW_HAS_NVCC) GTEST_SKIP() << "built without the kernels for NVIDIA GPUs";
    ProgramTest::SetUp();
  }

  /// `faults` are environment variables as a shell sets them. L2 is so small that two copies of the
  /// operands fill it.
  [[nodiscard]] Ended on_card(const std::string& arguments, const std::string& faults = "") const {
    return shell(fmt::format("LD_LIBRARY_PATH='{}' TW_FAKE_L2=1 {} '{}' {}", TW_FAKE_DRIVER_FOLDER,
                             faults, TW_PROGRAM, arguments));
  }
  /// The ladder, recorded in record.json.
  [[nodiscard]] Ended ladder(const std::string& arguments, const std::string& faults = "") const {
    return on_card("ladder --device cuda --json record.json " + arguments, faults);
  }
  /// The runs in record.json; null if it is not whole.
  [[nodiscard]] nlohmann::json runs() const {
    const auto record = nlohmann::json::parse(read("record.json"), nullptr, false);
    return record.is_object() ? record.at("runs") : nlohmann::json();
  }
};

inline nlohmann::json rung_of(const nlohmann::json& run, const std::string& id) {
  for (const nlohmann::json& rung : run.at("rungs")) {
    if (rung.at("id") == id) return rung;
  }
  return {};
}

}  // namespace tilewright::cli
