// SPDX-License-Identifier: MIT
#include "codeobject/metadata.hpp"

#include <limits>
#include <nlohmann/json.hpp>

#include "codeobject/msgpack.hpp"
#include "codeobject/printable.hpp"
#include "core/immortal.hpp"

namespace tilewright::codeobject {
namespace {

using nlohmann::json;

/// Reads the fields of one map and remembers the first that is wrong.
class Fields {
 public:
  Fields(const json& map, std::string where) : map_(map), where_(std::move(where)) {
    if (!map.is_object()) error_ = fmt::format("{} is not a map", where_);
  }

  uint32_t number(const char* key, bool required) {
    const json* field = find(key, required);
    if (field == nullptr) return 0;
    constexpr uint64_t most = std::numeric_limits<uint32_t>::max();
    if (!field->is_number_integer() || *field < 0 || field->get<uint64_t>() > most) {
      return wrong(key, "a number of 32 bits"), 0;
    }
    return field->get<uint32_t>();
  }

  std::string bytes(const char* key, bool required) {
    const json* field = find(key, required);
    if (field == nullptr) return {};
    if (!field->is_string()) return wrong(key, "a string"), std::string{};
    return field->get<std::string>();
  }

  /// What people and reports will read.
  std::string string(const char* key, bool required) { return printable(bytes(key, required)); }

  /// An empty array if the key is absent.
  const json& array(const char* key) {
    static const json& empty = immortal(json(json::array()));
    const json* field = find(key, false);
    if (field == nullptr) return empty;
    if (!field->is_array()) return wrong(key, "an array"), empty;
    return *field;
  }

  [[nodiscard]] const std::string& error() const { return error_; }

 private:
  const json* find(const char* key, bool required) {
    if (!error_.empty()) return nullptr;
    const auto found = map_.find(key);
    if (found != map_.end()) return &*found;
    if (required) error_ = fmt::format("{} has no {}", where_, key);
    return nullptr;
  }

  void wrong(const char* key, const char* expected) {
    error_ = fmt::format("{} of {} is not {}", key, where_, expected);
  }

  const json& map_;
  std::string where_;
  std::string error_;
};

Result<Argument> parse_argument(const json& map, const std::string& where) {
  Fields fields(map, where);
  Argument argument;
  argument.offset = fields.number(".offset", true);
  argument.bytes = fields.number(".size", true);
  argument.value_kind = fields.string(".value_kind", true);
  argument.name = fields.string(".name", false);
  if (!fields.error().empty()) return fail("{}", fields.error());
  return argument;
}

Result<KernelMetadata> parse_kernel(const json& map, size_t number) {
  Fields fields(map, fmt::format("kernel {}", number));
  KernelMetadata kernel;
  kernel.name = fields.string(".name", true);
  kernel.symbol = fields.bytes(".symbol", true);
  kernel.kernarg_bytes = fields.number(".kernarg_segment_size", true);
  Resources& resources = kernel.resources;
  resources.vgprs = fields.number(".vgpr_count", true);
  resources.sgprs = fields.number(".sgpr_count", true);
  resources.vgpr_spills = fields.number(".vgpr_spill_count", false);
  resources.sgpr_spills = fields.number(".sgpr_spill_count", false);
  resources.lds_bytes = fields.number(".group_segment_fixed_size", true);
  resources.scratch_bytes = fields.number(".private_segment_fixed_size", true);
  resources.wavefront_size = fields.number(".wavefront_size", true);
  resources.max_workgroup_size = fields.number(".max_flat_workgroup_size", false);
  const json& arguments = fields.array(".args");
  if (!fields.error().empty()) return fail("{}", fields.error());

  for (const json& entry : arguments) {
    auto argument = parse_argument(
        entry, fmt::format("argument {} of kernel {}", kernel.arguments.size(), kernel.name));
    if (!argument) return tl::unexpected(argument.error());
    const uint64_t end = uint64_t{argument->offset} + argument->bytes;
    if (end > kernel.kernarg_bytes) {
      return fail("argument {} of kernel {} ends at byte {}, .kernarg_segment_size is {}",
                  kernel.arguments.size(), kernel.name, end, kernel.kernarg_bytes);
    }
    kernel.arguments.push_back(std::move(*argument));
  }
  return kernel;
}

Result<Metadata> parse_map(std::span<const std::byte> note) {
  const auto map = read_msgpack(note);
  if (!map) return tl::unexpected(map.error());
  Fields fields(*map, "the note");
  Metadata metadata;
  metadata.target = fields.string("amdhsa.target", false);
  const json& kernels = fields.array("amdhsa.kernels");
  if (!fields.error().empty()) return fail("{}", fields.error());
  for (const json& entry : kernels) {
    auto kernel = parse_kernel(entry, metadata.kernels.size());
    if (!kernel) return tl::unexpected(kernel.error());
    metadata.kernels.push_back(std::move(*kernel));
  }
  return metadata;
}

}  // namespace

Result<Metadata> parse_metadata(std::span<const std::byte> note) {
  auto metadata = parse_map(note);
  if (!metadata) return fail("code object metadata: {}", metadata.error().message);
  return metadata;
}

}  // namespace tilewright::codeobject
