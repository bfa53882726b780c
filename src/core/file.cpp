// SPDX-License-Identifier: MIT
#include "core/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace tilewright {
namespace {

/// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  [[nodiscard]] int get() const { return fd_; }
  [[nodiscard]] bool valid() const { return fd_ >= 0; }
  /// Closes now and says whether everything reached the file.
  [[nodiscard]] bool close() {
    const int fd = fd_;
    fd_ = -1;
    return ::close(fd) == 0;
  }

 private:
  int fd_;
};

std::string reason() { return std::strerror(errno); }

bool write_all(int fd, std::span<const std::span<const std::byte>> parts) {
  for (std::span<const std::byte> part : parts) {
    while (!part.empty()) {
      const ssize_t n = ::write(fd, part.data(), part.size());
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) return false;
      part = part.subspan(static_cast<size_t>(n));
    }
  }
  return true;
}

/// Something that is there and is no regular file.
bool is_special(const std::string& path) {
  std::error_code ignored;
  const std::filesystem::file_status status = std::filesystem::status(path, ignored);
  return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
}

/// Where a file of that name really lies, or will: through a symbolic link the file it names is
/// replaced, not the link, also when that file is yet to be made.
Result<std::string> resolved(const std::string& path) {
  namespace fs = std::filesystem;
  constexpr int kMostLinks = 40;  // Linux follows no more in one name
  fs::path target = path;
  std::error_code none;
  for (int links = 0; fs::is_symlink(fs::symlink_status(target, none)); ++links) {
    if (links == kMostLinks) return fail("cannot write {}: {}", path, std::strerror(ELOOP));
    target = target.parent_path() / fs::read_symlink(target, none);
  }
  return target.string();
}

/// Gives a new file the permissions of the one it replaces, if there is one.
bool keep_mode(int fd, const std::string& replaced) {
  constexpr mode_t kPermissions = 0777;
  struct stat before = {};
  struct stat now = {};
  if (::stat(replaced.c_str(), &before) != 0) return true;
  if (::fstat(fd, &now) != 0) return false;
  // Some file systems have no permissions, and refuse even to leave them as they are.
  if (((before.st_mode ^ now.st_mode) & kPermissions) == 0) return true;
  return ::fchmod(fd, before.st_mode & kPermissions) == 0;
}

std::string temporary_beside(const std::string& target) {
  return fmt::format("{}.{}.tmp", target, ::getpid());
}

Descriptor create(const std::string& path) {
  return Descriptor(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
}

Result<void> write_in_place(const std::string& path,
                            std::span<const std::span<const std::byte>> parts) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!file.valid()) return fail("cannot write {}: {}", path, reason());
  if (!write_all(file.get(), parts) || !file.close()) {
    return fail("cannot write {}: {}", path, reason());
  }
  return {};
}

}  // namespace

Result<uint64_t> file_size(const std::string& path) {
  struct stat status = {};
  if (::stat(path.c_str(), &status) != 0) return fail("cannot read {}: {}", path, reason());
  if (!S_ISREG(status.st_mode)) return fail("cannot read {}: it is not a regular file", path);
  return static_cast<uint64_t>(status.st_size);
}

Result<std::vector<std::byte>> read_file(const std::string& path, uint64_t offset, uint64_t bytes) {
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.valid()) return fail("cannot read {}: {}", path, reason());
  std::vector<std::byte> data(bytes);
  uint64_t done = 0;
  while (done < bytes) {
    const ssize_t n =
        ::pread(file.get(), data.data() + done, bytes - done, static_cast<off_t>(offset + done));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return fail("cannot read {}: {}", path, reason());
    if (n == 0) {
      return fail("cannot read {}: it ends at byte {}, {} more were expected", path, offset + done,
                  bytes - done);
    }
    done += static_cast<uint64_t>(n);
  }
  return data;
}

Result<std::vector<std::byte>> read_file(const std::string& path) {
  const Result<uint64_t> bytes = file_size(path);
  if (!bytes) return tl::unexpected(bytes.error());
  return read_file(path, 0, *bytes);
}

Result<void> can_write(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    return fail("cannot write {}: it is a folder", path);
  }
  if (std::filesystem::exists(path, ignored) && ::access(path.c_str(), W_OK) != 0) {
    return fail("cannot write {}: {}", path, reason());
  }
  if (is_special(path)) return {};
  // Only an attempt knows of read-only file systems, quotas and the like.
  const Result<std::string> target = resolved(path);
  if (!target) return tl::unexpected(target.error());
  const std::string temporary = temporary_beside(*target);
  const Descriptor file = create(temporary);
  if (!file.valid()) return fail("cannot write {}: {}", path, reason());
  ::unlink(temporary.c_str());
  return {};
}

Result<void> write_file(const std::string& path,
                        std::span<const std::span<const std::byte>> parts) {
  if (is_special(path)) return write_in_place(path, parts);
  const Result<std::string> target = resolved(path);
  if (!target) return tl::unexpected(target.error());
  const std::string temporary = temporary_beside(*target);
  Descriptor file = create(temporary);
  if (!file.valid()) return fail("cannot write {}: {}", path, reason());
  // The permissions come before the contents: nobody may read in between what they could not
  // before.
  const bool written =
      keep_mode(file.get(), *target) && write_all(file.get(), parts) && file.close();
  if (!written || ::rename(temporary.c_str(), target->c_str()) != 0) {
    const std::string why = reason();
    ::unlink(temporary.c_str());
    return fail("cannot write {}: {}", path, why);
  }
  return {};
}

Result<void> write_file(const std::string& path, std::string_view text) {
  const std::span<const std::byte> part = std::as_bytes(std::span(text));
  return write_file(path, std::span(&part, 1));
}

}  // namespace tilewright
