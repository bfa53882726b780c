// SPDX-License-Identifier: MIT
#include "device/finding_record.hpp"

#include <nlohmann/json.hpp>

namespace tilewright::device {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

ordered_json record_of(const FindingParty& party) {
  return {{"does", party.does}, {"workgroup", party.workgroup}, {"wave", party.wave},
          {"lane", party.lane}, {"source", party.source},       {"instruction", party.instruction}};
}

FindingParty party_of(const json& record) {
  FindingParty party;
  party.does = record.at("does");
  party.workgroup = record.at("workgroup");
  party.wave = record.at("wave");
  party.lane = record.at("lane");
  party.source = record.at("source");
  party.instruction = record.at("instruction");
  return party;
}

}  // namespace

ordered_json findings_record(const std::vector<Finding>& findings) {
  ordered_json list = ordered_json::array();
  for (const Finding& finding : findings) {
    list.push_back({{"kind", finding.kind},
                    {"kernel", finding.kernel},
                    {"count", finding.count},
                    {"here", record_of(finding.here)},
                    {"other", finding.other ? record_of(*finding.other) : ordered_json()}});
  }
  return list;
}

std::vector<Finding> findings_of(const json& record) {
  std::vector<Finding> findings;
  for (const json& entry : record) {
    Finding& finding = findings.emplace_back();
    finding.kind = entry.at("kind");
    finding.kernel = entry.at("kernel");
    finding.count = entry.at("count");
    finding.here = party_of(entry.at("here"));
    if (const json& other = entry.at("other"); !other.is_null()) finding.other = party_of(other);
  }
  return findings;
}

}  // namespace tilewright::device
