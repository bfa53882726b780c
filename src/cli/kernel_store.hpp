// Where kernels come from: the rungs are built in, configurations are compiled when asked for.
// SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "arch/targets.hpp"
#include "ladder/rdna/rungs.hpp"
#include "report/resources.hpp"
#include "sweep/toolchain.hpp"

namespace tilewright::cli {

class KernelStore {
 public:
  /// A rung that stands for a configuration: its id is the configuration's text. Errors: not a
  /// configuration, one that the ladder's rung 1 is.
  [[nodiscard]] Result<const Rung*> add_config(const std::string& config, Precision precision);

  /// The code object, compiled now if it is a configuration that was not compiled before. Errors:
  /// not built for this target; the configuration cannot exist, or does not compile.
  [[nodiscard]] Result<std::span<const std::byte>> image(const Target& target, const Rung& rung);

  /// Whether image() will have to compile, or look for what an earlier run compiled.
  [[nodiscard]] bool must_compile(const Target& target, const Rung& rung) const;

  /// What the kernel takes of a compute unit. Errors: those of image().
  [[nodiscard]] Result<report::KernelResources> resources(const Target& target, const Rung& rung);

 private:
  struct Config {
    std::string text;
    Rung rung;
  };
  [[nodiscard]] bool is_config(const Rung& rung) const;
  [[nodiscard]] Result<std::vector<std::byte>> compile(const Target& target, const Rung& rung);

  std::deque<Config> configs_;  ///< never moved: rungs point into it
  std::optional<sweep::Toolchain> toolchain_;
  std::map<std::pair<std::string, std::string>, std::vector<std::byte>> built_;
};

}  // namespace tilewright::cli
