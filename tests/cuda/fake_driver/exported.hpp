// SPDX-License-Identifier: MIT
#pragma once

/// All else is hidden, so that the fake shares no symbol with the program that loads it.
#define TW_FAKE_EXPORT __attribute__((visibility("default")))
