// SPDX-License-Identifier: MIT
#include "emu/check/finding.hpp"

#include <utility>

namespace tilewright::emu::check {

std::string_view name(Kind kind) {
  switch (kind) {
    case Kind::lds_race:
      return "LDS race";
    case Kind::lane_race:
      return "race between lanes";
    case Kind::global_race:
      return "memory race";
    case Kind::missing_wait:
      return "missing wait";
    case Kind::undefined_register:
      return "undefined register";
    case Kind::undefined_lds:
      return "undefined LDS";
    case Kind::undefined_memory:
      return "undefined memory";
    case Kind::misaligned:
      return "misaligned";
    case Kind::descriptor:
      return "buffer descriptor";
    case Kind::exec:
      return "lanes switched off";
    case Kind::barrier:
      return "barrier";
  }
  return "";
}

void FindingLog::merge(FindingLog&& from) {
  for (auto& [key, finding] : from.findings_) {
    const auto [at, is_new] = findings_.try_emplace(key, finding);
    if (is_new) continue;
    const uint64_t count = at->second.count + finding.count;
    if (finding.here.workgroup < at->second.here.workgroup) at->second = std::move(finding);
    at->second.count = count;
  }
}

std::vector<Finding> FindingLog::sorted() const {
  std::vector<Finding> all;
  for (const auto& [key, finding] : findings_) all.push_back(finding);
  return all;
}

}  // namespace tilewright::emu::check
