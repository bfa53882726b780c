// SPDX-License-Identifier: MIT
#include "core/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>

#include "core/grouped.hpp"
#include "core/machine_memory.hpp"

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

/// What /dev/stdout means: another descriptor once standard output is kept for files.
int standard_output = STDOUT_FILENO;

/// The number, if `path` names a descriptor of this process, as those in /dev/fd do.
std::optional<int> descriptor_named(const std::filesystem::path& path) {
  std::error_code none;
  namespace fs = std::filesystem;
  const fs::path folder = fs::canonical(path.parent_path(), none);
  if (none || folder != fs::canonical("/proc/self/fd", none) || none) return std::nullopt;
  const std::string name = path.filename().string();
  int number = -1;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (error != std::errc{} || end != name.data() + name.size()) return std::nullopt;
  return number == STDOUT_FILENO ? standard_output : number;
}

/// Where a name leads.
struct Destination {
  std::string path;
  std::optional<int> descriptor = {};  ///< of this process; the path is then not to be opened
};

/// Where a file of that name really lies, or will: through a symbolic link the file it names is
/// replaced, not the link, also when that file is yet to be made.
Result<Destination> destination(const std::string& path) {
  namespace fs = std::filesystem;
  constexpr int kMostLinks = 40;  // Linux follows no more in one name
  fs::path target = path;
  std::error_code none;
  for (int links = 0; fs::is_symlink(fs::symlink_status(target, none)); ++links) {
    if (const auto descriptor = descriptor_named(target)) {
      return Destination{target.string(), descriptor};
    }
    if (links == kMostLinks) return fail("cannot write {}: {}", path, std::strerror(ELOOP));
    target = target.parent_path() / fs::read_symlink(target, none);
  }
  return Destination{target.string()};
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

/// To something that is no regular file, or to a descriptor at the place where it stands.
Result<void> write_in_place(const std::string& path, std::optional<int> descriptor,
                            std::span<const std::span<const std::byte>> parts) {
  std::fflush(stdout);  // what was printed before comes before
  Descriptor file(descriptor ? ::fcntl(*descriptor, F_DUPFD_CLOEXEC, 0)
                             : ::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!file.valid() || !write_all(file.get(), parts) || !file.close()) {
    return fail("cannot write {}: {}", path, reason());
  }
  return {};
}

bool takes_writes(int descriptor) {
  const int flags = ::fcntl(descriptor, F_GETFL);
  if (flags >= 0 && (flags & O_ACCMODE) == O_RDONLY) errno = EBADF;
  return flags >= 0 && (flags & O_ACCMODE) != O_RDONLY;
}

/// Instead of being replaced.
bool is_written_in_place(const Destination& target, const std::string& path) {
  return target.descriptor || is_special(path);
}

}  // namespace

bool is_special(const std::string& path) {
  std::error_code ignored;
  const std::filesystem::file_status status = std::filesystem::status(path, ignored);
  return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
}

Result<uint64_t> file_size(const std::string& path) {
  struct stat status = {};
  if (::stat(path.c_str(), &status) != 0) return fail("cannot read {}: {}", path, reason());
  if (!S_ISREG(status.st_mode)) return fail("cannot read {}: it is not a regular file", path);
  return static_cast<uint64_t>(status.st_size);
}

Result<std::vector<std::byte>> read_file(const std::string& path, uint64_t offset, uint64_t bytes) {
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.valid()) return fail("cannot read {}: {}", path, reason());
  // Files may be larger on paper than they are on disk.
  if (bytes > machine_memory()) {
    return fail("cannot read {}: {} bytes, and this machine has {} bytes of memory", path,
                grouped(bytes), grouped(machine_memory()));
  }
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
  const Result<Destination> target = destination(path);
  if (!target) return tl::unexpected(target.error());
  if (target->descriptor) {
    if (takes_writes(*target->descriptor)) return {};
    return fail("cannot write {}: {}", path, reason());
  }
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    return fail("cannot write {}: it is a folder", path);
  }
  if (std::filesystem::exists(path, ignored) && ::access(path.c_str(), W_OK) != 0) {
    return fail("cannot write {}: {}", path, reason());
  }
  if (is_special(path)) return {};
  // Only an attempt knows of read-only file systems, quotas and the like.
  const std::string temporary = temporary_beside(target->path);
  const Descriptor file = create(temporary);
  if (!file.valid()) return fail("cannot write {}: {}", path, reason());
  ::unlink(temporary.c_str());
  return {};
}

bool same_file(const std::string& a, const std::string& b) {
  namespace fs = std::filesystem;
  std::error_code missing;
  if (fs::equivalent(a, b, missing) && !missing) return true;
  const Result<Destination> one = destination(a);
  const Result<Destination> other = destination(b);
  if (!one || !other) return a == b;
  // Of a relative name the standard resolves nothing if its first part is not there.
  const auto resolved = [](const std::string& path) {
    std::error_code none;
    const fs::path absolute = fs::absolute(path, none);
    return none ? fs::path(path) : fs::weakly_canonical(absolute, none);
  };
  return resolved(one->path) == resolved(other->path);
}

bool is_standard_output(const std::string& path) {
  const Result<Destination> target = destination(path);
  return target && target->descriptor == standard_output;
}

Result<void> keep_standard_output_for_files() {
  if (standard_output != STDOUT_FILENO) return {};
  std::fflush(stdout);
  const int kept = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (kept < 0 || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
    return fail("cannot write to standard output: {}", reason());
  }
  standard_output = kept;
  return {};
}

bool is_stream(const std::string& path) {
  const Result<Destination> target = destination(path);
  return target && is_written_in_place(*target, path);
}

Result<void> write_file(const std::string& path,
                        std::span<const std::span<const std::byte>> parts) {
  const Result<Destination> target = destination(path);
  if (!target) return tl::unexpected(target.error());
  if (is_written_in_place(*target, path)) {
    return write_in_place(path, target->descriptor, parts);
  }
  const std::string temporary = temporary_beside(target->path);
  Descriptor file = create(temporary);
  if (!file.valid()) return fail("cannot write {}: {}", path, reason());
  // The permissions come before the contents: nobody may read in between what they could not
  // before.
  const bool written =
      keep_mode(file.get(), target->path) && write_all(file.get(), parts) && file.close();
  if (!written || ::rename(temporary.c_str(), target->path.c_str()) != 0) {
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
