// SPDX-License-Identifier: MIT
#include "core/npy.hpp"

#include <algorithm>
#include <array>

#include "core/file.hpp"
#include "core/npy_header.hpp"

namespace tilewright {

std::string describe(const Array& array) {
  return fmt::format("{} [{}]{}", numpy_name(array.dtype), fmt::join(array.shape, ", "),
                     array.fortran_order ? ", Fortran order" : "");
}

Result<Array> read_npy(const std::string& path) {
  const Result<uint64_t> bytes = file_size(path);
  if (!bytes) return tl::unexpected(bytes.error());
  const Result<std::vector<std::byte>> start =
      read_file(path, 0, std::min<uint64_t>(*bytes, kNpyHeaderLimit));
  if (!start) return tl::unexpected(start.error());
  Result<NpyHeader> header = parse_npy_header(*start, *bytes);
  if (!header) return fail("{}: {}", path, header.error().message);
  // The header's size was compared with the file's: no more is allocated than there is on disk.
  Result<std::vector<std::byte>> data = read_file(path, header->data_offset, header->data_bytes);
  if (!data) return tl::unexpected(data.error());
  return Array{.dtype = header->dtype,
               .shape = std::move(header->shape),
               .fortran_order = header->fortran_order,
               .data = std::move(*data)};
}

Result<void> write_npy(const std::string& path, const Array& array) {
  const std::string header = npy_header_text(array.dtype, array.shape, array.fortran_order);
  const std::array parts = {std::as_bytes(std::span(header)),
                            std::span<const std::byte>(array.data)};
  return write_file(path, parts);
}

}  // namespace tilewright
