// What strict mode has to say about a launch.
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "device/launch_report.hpp"

namespace tilewright::test {

struct Seen {
  std::vector<device::Finding> findings;
  std::string error;  ///< what stopped the launch

  [[nodiscard]] bool silent() const { return findings.empty() && error.empty(); }
  /// As a person reads it, for messages.
  [[nodiscard]] std::string text() const {
    std::string all = error.empty() ? "" : error + "\n";
    for (const device::Finding& finding : findings) all += describe(finding) + "\n";
    return all;
  }
};

}  // namespace tilewright::test
