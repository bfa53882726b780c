// Needs a version of a library that is not there when it starts.
// SPDX-License-Identifier: MIT
extern "C" int newer();
int main() { return newer(); }
