// SPDX-License-Identifier: MIT
#include "faults.hpp"

#include <cstdlib>
#include <fstream>
#include <regex>

namespace tilewright::fake_cuda {
namespace {

constexpr const char* variable_of(Fault fault) {
  switch (fault) {
    case Fault::wrong:
      return "TW_FAKE_WRONG";
    case Fault::fail_launch:
      return "TW_FAKE_FAIL_LAUNCH";
    case Fault::trap:
      return "TW_FAKE_TRAP";
    case Fault::absent:
      return "TW_FAKE_ABSENT";
    case Fault::kill:
      return "TW_FAKE_KILL";
  }
  return "";
}

std::optional<std::size_t> number_in(const char* variable) {
  const char* const text = std::getenv(variable);
  if (text == nullptr) return std::nullopt;
  return std::stoull(text);
}

}  // namespace

bool has_fault(Fault fault, const std::string& kernel) {
  const char* const expression = std::getenv(variable_of(fault));
  if (expression == nullptr || !std::regex_match(kernel, std::regex(expression))) return false;
  static std::size_t trapped = 0;
  static std::size_t launched = 0;
  switch (fault) {
    case Fault::trap:
      return ++trapped > number_in("TW_FAKE_TRAP_AFTER").value_or(0);
    case Fault::fail_launch:
      return ++launched > number_in("TW_FAKE_FAIL_LAUNCH_AFTER").value_or(0);
    default:
      return true;
  }
}

double slowness(const std::string& kernel) {
  const char* const text = std::getenv("TW_FAKE_SLOW");
  if (text == nullptr) return 1;
  const std::string both = text;
  const std::size_t middle = both.rfind('=');
  if (!std::regex_match(kernel, std::regex(both.substr(0, middle)))) return 1;
  return std::stod(both.substr(middle + 1));
}

std::optional<std::size_t> most_memory() { return number_in("TW_FAKE_NO_MEMORY_ABOVE"); }

int family() { return static_cast<int>(number_in("TW_FAKE_SM").value_or(90)); }

std::optional<std::size_t> other_l2_bytes() { return number_in("TW_FAKE_L2"); }

void log_launch(const std::string& line) {
  const char* const path = std::getenv("TW_FAKE_LOG");
  if (path != nullptr) std::ofstream(path, std::ios::app) << line << '\n';
}

}  // namespace tilewright::fake_cuda
