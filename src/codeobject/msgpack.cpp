// LLVM's pull reader checks every length; its Document class on top does not check the kinds of map
// keys, and nlohmann's reader recurses as deeply as the file asks for. Hence this small walk.
// SPDX-License-Identifier: MIT
#include "codeobject/msgpack.hpp"

#include <llvm/BinaryFormat/MsgPackReader.h>

#include <nlohmann/json.hpp>
#include <string>

#include "codeobject/printable.hpp"

namespace tilewright::codeobject {
namespace {

using nlohmann::json;
constexpr int max_depth = 16;

class Walk {
 public:
  explicit Walk(llvm::StringRef bytes) : reader_(bytes) {}

  Result<json> value(int depth) {
    if (depth > max_depth) return fail("more than {} levels of nesting", max_depth);
    llvm::msgpack::Object object;
    llvm::Expected<bool> more = reader_.read(object);
    if (!more) return fail("{}", llvm::toString(more.takeError()));
    if (!*more) return fail("it ends in the middle of a value");
    switch (object.Kind) {
      case llvm::msgpack::Type::Int:
        return json(object.Int);
      case llvm::msgpack::Type::UInt:
        return json(object.UInt);
      case llvm::msgpack::Type::Nil:
        return json(nullptr);
      case llvm::msgpack::Type::Boolean:
        return json(object.Bool);
      case llvm::msgpack::Type::Float:
        return json(object.Float);
      case llvm::msgpack::Type::String:
        return json(object.Raw.str());
      case llvm::msgpack::Type::Array:
        return array(object.Length, depth);
      case llvm::msgpack::Type::Map:
        return map(object.Length, depth);
      default:
        return fail("a binary or extension value, which code object metadata has not");
    }
  }

 private:
  Result<json> array(size_t length, int depth) {
    json result = json::array();
    for (size_t i = 0; i < length; ++i) {
      Result<json> element = value(depth + 1);
      if (!element) return element;
      result.push_back(std::move(*element));
    }
    return result;
  }

  Result<json> map(size_t length, int depth) {
    json result = json::object();
    for (size_t i = 0; i < length; ++i) {
      const Result<json> key = value(depth + 1);
      if (!key) return key;
      if (!key->is_string()) return fail("a map key that is not a string");
      Result<json> element = value(depth + 1);
      if (!element) return element;
      const auto& name = key->get_ref<const std::string&>();
      if (!result.emplace(name, std::move(*element)).second)
        return fail("key {} twice", printable(name));
    }
    return result;
  }

  llvm::msgpack::Reader reader_;
};

}  // namespace

Result<json> read_msgpack(std::span<const std::byte> bytes) {
  Walk walk({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  return walk.value(0);
}

}  // namespace tilewright::codeobject
