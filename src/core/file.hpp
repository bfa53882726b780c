// Whole files in, whole files out.
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/result.hpp"

namespace tilewright {

/// Something is there and is no regular file: a folder, a pipe, a terminal, /dev/null.
[[nodiscard]] bool is_special(const std::string& path);

/// Size in bytes of a regular file. Errors: missing, not a regular file.
[[nodiscard]] Result<uint64_t> file_size(const std::string& path);

/// `bytes` bytes from `offset` on. Errors: missing, shorter than that, unreadable.
[[nodiscard]] Result<std::vector<std::byte>> read_file(const std::string& path, uint64_t offset,
                                                       uint64_t bytes);

/// The whole of a regular file.
[[nodiscard]] Result<std::vector<std::byte>> read_file(const std::string& path);

/// Whether write_file() could write to `path` now, so that work is not done in vain: its folder is
/// there and takes a new file, and what exists of that name may be written. What exists is left as
/// it is. Errors: those that write_file() would give.
[[nodiscard]] Result<void> can_write(const std::string& path);

/// Whether both names lead to one file, there or yet to be made: through links of both kinds, as
/// "x" and "./x".
[[nodiscard]] bool same_file(const std::string& a, const std::string& b);

/// Whether write_file() writes to `path` at the place where it stands instead of replacing it, so
/// that what is written a second time comes behind the first.
[[nodiscard]] bool is_stream(const std::string& path);

/// Whether `path` is /dev/stdout under one of its names.
[[nodiscard]] bool is_standard_output(const std::string& path);

/// From now on what is printed goes to standard error, so that a file written to /dev/stdout has
/// standard output for itself. Not to be called while others print. Errors: there is no standard
/// output, or no standard error.
[[nodiscard]] Result<void> keep_standard_output_for_files();

/// Replaces `path`, through links, in one step: the parts go to a new file beside it, with the same
/// permissions, which is renamed when complete, so that an error leaves what was there. Something
/// that exists and is no regular file (a pipe, /dev/null) is written to directly, and so is a
/// descriptor of this process (/dev/stdout, /dev/fd/5), at the place where it stands.
[[nodiscard]] Result<void> write_file(const std::string& path,
                                      std::span<const std::span<const std::byte>> parts);
[[nodiscard]] Result<void> write_file(const std::string& path, std::string_view text);

}  // namespace tilewright
