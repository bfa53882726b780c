// The policies of the GPU being compiled for. The only place where the family is chosen.
// SPDX-License-Identifier: MIT
#pragma once

#if defined(__GFX11__)
#include "arch/rdna3.hpp"
namespace tilewright {
using NativeFp16 = Rdna3Fp16;
using NativeFp16Packed = Rdna3Fp16Packed;
}  // namespace tilewright
#elif defined(__GFX12__)
#include "arch/rdna4.hpp"
namespace tilewright {
using NativeFp16 = Rdna4Fp16;
using NativeFp16Packed = Rdna4Fp16;  // RDNA 4 accumulators are packed already
}  // namespace tilewright
#else
#error "no policy for this GPU: add its header to src/arch/ and a line here"
#endif
