// SPDX-License-Identifier: MIT
#include "bench/fair_types.hpp"

namespace tilewright::bench {

std::string_view name(Element element) {
  switch (element) {
    case Element::f16:
      return "f16";
    case Element::bf16:
      return "bf16";
    case Element::e4m3:
      return "e4m3";
    case Element::f32:
      return "f32";
  }
  return "?";
}

std::string_view name(FairScaling scaling) {
  switch (scaling) {
    case FairScaling::none:
      break;
    case FairScaling::tensor:
      return "tensor";
    case FairScaling::vectors:
      return "vectors";
  }
  return "none";
}

size_t bytes_of(Element element) {
  if (element == Element::e4m3) return 1;
  return element == Element::f32 ? 4 : 2;
}

const ProductTypes* find_product_types(std::string_view wanted) {
  for (const ProductTypes& types : product_types) {
    if (types.name == wanted) return &types;
  }
  return nullptr;
}

}  // namespace tilewright::bench
