// SPDX-License-Identifier: MIT
#include "codeobject/target.hpp"

#include <algorithm>
#include <iterator>

namespace tilewright::codeobject {

bool runs_on(std::string_view built_for, std::string_view arch) {
  if (built_for == arch) return true;
  const auto target = std::find_if(std::begin(targets), std::end(targets),
                                   [arch](const Target& t) { return t.name == arch; });
  if (target == std::end(targets)) return false;
  return std::any_of(std::begin(generic_targets), std::end(generic_targets),
                     [&](const GenericTarget& generic) {
                       return generic.name == built_for && generic.family == target->family;
                     });
}

}  // namespace tilewright::codeobject
