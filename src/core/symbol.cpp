// SPDX-License-Identifier: MIT
#include "core/symbol.hpp"

#include <cxxabi.h>

#include <cstdlib>

namespace tilewright {

std::string readable_symbol(const std::string& symbol) {
  if (!symbol.starts_with("_Z")) return symbol;
  int status = 0;
  char* const text = abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status);
  if (status != 0) return symbol;
  std::string name = text;
  std::free(text);
  return name.substr(0, name.find('('));
}

}  // namespace tilewright
