// A vendor's library, found when the program runs: the program itself needs none of them.
// SPDX-License-Identifier: MIT
#pragma once

#include <initializer_list>
#include <string>

#include "core/result.hpp"

namespace tilewright::device {

class Library {
 public:
  /// Opens the first of `names` that is there, and keeps it until the program ends: the libraries
  /// here start threads that outlive a handle. Errors: none is; the message has the loader's words.
  [[nodiscard]] static Result<Library> open(std::initializer_list<const char*> names);

  /// The name that it was found by.
  [[nodiscard]] const std::string& name() const { return name_; }

  /// Points `function` at the symbol. Errors: the library has no such symbol.
  template <class Function>
  [[nodiscard]] Result<void> bind(Function*& function, const char* name) const {
    Result<void*> address = symbol(name);
    if (!address) return tl::unexpected(address.error());
    function = reinterpret_cast<Function*>(*address);
    return {};
  }

 private:
  Library(void* handle, std::string name) : handle_(handle), name_(std::move(name)) {}
  [[nodiscard]] Result<void*> symbol(const char* name) const;

  void* handle_;
  std::string name_;
};

}  // namespace tilewright::device
