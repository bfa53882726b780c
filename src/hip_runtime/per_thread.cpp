// The variants of functions for programs with a default stream for each thread. Work is done when
// it is queued, so they are the functions themselves. A jump passes on arguments of whatever types.
// SPDX-License-Identifier: MIT

#define TW_PER_THREAD(name, base)          \
  __asm__(                                 \
      ".pushsection .text\n"               \
      ".globl " #name                      \
      "\n"                                 \
      ".type " #name ", @function\n" #name \
      ":\n"                                \
      "  jmp " #base                       \
      "@PLT\n"                             \
      ".size " #name ", . - " #name        \
      "\n"                                 \
      ".popsection\n");
#include "hip_per_thread.inc"
