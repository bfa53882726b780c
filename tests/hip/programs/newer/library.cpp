// SPDX-License-Identifier: MIT
extern "C" int newer() { return 0; }
