#include "files/file_replacement.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <sstream>
#include <system_error>
#include <utility>

#include "base/refusal.hpp"

namespace wayfront::host {
namespace {

std::filesystem::path folder_of(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : ".";
}

/// Whether the name refers to an open file of this process, like /dev/stdout and /dev/fd/1.
bool is_open_file(const std::filesystem::path& path) {
  std::error_code none;
  if (std::filesystem::read_symlink(path, none).string().starts_with("/proc/self/fd/")) return true;
  const std::filesystem::path open_files = std::filesystem::canonical("/proc/self/fd", none);
  return !none && std::filesystem::canonical(folder_of(path), none) == open_files;
}

/// In a folder whose files are the program's own, a FIFO is nobody's to write to: it would be waited for.
void refuse_fifo(const std::filesystem::path& path) {
  std::error_code none;
  if (std::filesystem::is_fifo(path, none))
    fail(ExitCode::failed_run, "{}: is a FIFO, not a file; remove it", path.string());
}

}  // namespace

FileReplacement::FileReplacement(std::filesystem::path path, Links links, mode_t rights)
    : path_(std::move(path)), name_(path_.string()), rights_(rights) {
  if (path_.filename().empty()) refuse("the name of the file to write is empty");
  if (links == Links::follow)
    follow_links();
  else
    refuse_fifo(path_);
  if (open_in_place()) return;
  if (!open_without_name()) open_under_temporary_name();
  if (links == Links::follow) take_over_mode();
}

void FileReplacement::follow_links() {
  constexpr int max = 40;  // the max number that the system follows
  std::filesystem::path end = path_;
  std::error_code error;
  for (int i = 0; std::filesystem::is_symlink(end, error) && !is_open_file(end); ++i) {
    if (i == max) refuse("{}: is a symbolic link that is part of a loop; remove it, or name another file", name_);
    end = end.parent_path() / std::filesystem::read_symlink(end, error);  // an absolute target replaces the path
  }
  if (end == path_) return;
  path_ = end;
  struct stat there {};
  if (::lstat(path_.c_str(), &there) != 0 && (errno == ENOENT || errno == ENOTDIR))
    refuse("{}: is a symbolic link to {}, which does not exist; create that file or remove the link", name_,
           path_.string());
  name_ = fmt::format("{} (a link to {})", name_, path_.string());
}

/// Gives the new file the mode and owner of the file that it replaces, while it is still empty.
void FileReplacement::take_over_mode() const {
  struct stat there {
  }, made{};
  if (::stat(path_.c_str(), &there) != 0 || ::fstat(descriptor(), &made) != 0) return;  // it does not exist
  [[maybe_unused]] int as_permitted = 0;
  if (there.st_uid != made.st_uid) as_permitted = ::fchown(descriptor(), there.st_uid, static_cast<gid_t>(-1));
  if (there.st_gid != made.st_gid) as_permitted = ::fchown(descriptor(), static_cast<uid_t>(-1), there.st_gid);
  as_permitted = ::fchmod(descriptor(), there.st_mode & (S_IRWXU | S_IRWXG | S_IRWXO));
}

FileReplacement::~FileReplacement() {
  if (!committed_ && !temporary_.empty()) ::unlink(temporary_.c_str());
}

void FileReplacement::fail(const char* what) const {
  host::fail(ExitCode::failed_run, "{}: {}: {}", name_, what, std::strerror(errno));
}

/// False if the target can be replaced: a file, or nothing.
bool FileReplacement::open_in_place() {
  struct stat there {};
  if (::stat(path_.c_str(), &there) != 0) return false;
  const bool file = S_ISREG(there.st_mode);
  if (file && !is_open_file(path_)) return false;
  if (S_ISDIR(there.st_mode)) refuse("{}: is a directory; name a file in it", name_);
  file_ = FileHandle(::open(path_.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY | (file ? O_TRUNC : 0)));
  if (descriptor() < 0) fail("cannot be written");
  in_place_ = true;
  return true;
}

/// If the process is killed, nothing of such a file stays. It gets its name through /proc.
bool FileReplacement::open_without_name() {
  if (::access("/proc/self/fd", X_OK) != 0) return false;
  file_ = FileHandle(::open(folder_of(path_).c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, rights_));
  return descriptor() >= 0;
}

void FileReplacement::open_under_temporary_name() {
  do {
    next_temporary_name();
    file_ = FileHandle(::open(temporary_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, rights_));
  } while (descriptor() < 0 && errno == EEXIST);
  if (descriptor() >= 0) return;
  temporary_.clear();
  if (errno == ENOENT || errno == ENOTDIR)
    refuse("{}: the folder {} does not exist; create it first", name_, folder_of(path_).string());
  fail("cannot be written");
}

void FileReplacement::next_temporary_name() {
  static std::atomic<unsigned> count{0};
  temporary_ = path_.parent_path() / fmt::format("{}{}-{}-{}", temporary_prefix,
                                                 path_.filename().string().substr(0, 150), ::getpid(), count++);
}

bool FileReplacement::link_to(const std::filesystem::path& name) const {
  const std::string self = fmt::format("/proc/self/fd/{}", descriptor());
  return ::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
}

const std::filesystem::path& FileReplacement::temporary_name() {
  if (in_place_) host::fail(ExitCode::failed_run, "{}: is not a file that can be replaced", name_);
  for (errno = EEXIST; temporary_.empty();) {
    if (errno != EEXIST) fail("cannot take its name");
    next_temporary_name();
    if (!link_to(temporary_)) temporary_.clear();
  }
  return temporary_;
}

/// Only a named file can replace another one, so an unnamed file first gets a temporary name if its name is taken.
void FileReplacement::take_name() {
  if (temporary_.empty() && link_to(path_)) return;
  if (temporary_.empty() && errno != EEXIST) fail("cannot take its name");
  if (::rename(temporary_name().c_str(), path_.c_str()) != 0) fail("cannot take its name");
}

void FileReplacement::commit() {
  if (in_place_) return;
  if (::fsync(descriptor()) != 0) fail("cannot be written to the disk");
  take_name();
  committed_ = true;
  sync_directory(folder_of(path_));
}

int write_bytes(int descriptor, std::string_view bytes, const std::function<void()>& before) {
  constexpr std::size_t piece = std::size_t{1} << 30;  // a single write takes at most 2 GiB
  while (!bytes.empty()) {
    if (before) before();
    const ssize_t written = ::write(descriptor, bytes.data(), std::min(bytes.size(), piece));
    if (written >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN) {  // a pipe that somebody set to non-blocking
      pollfd ready{descriptor, POLLOUT, 0};
      ::poll(&ready, 1, -1);
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

void write_all(int descriptor, std::string_view bytes, const std::string& name) {
  if (const int error = write_bytes(descriptor, bytes); error != 0)
    fail(ExitCode::failed_run, "{}: cannot be written: {}", name, std::strerror(error));
}

void write_whole(const std::filesystem::path& path, std::string_view content, Links links, mode_t rights) {
  FileReplacement file(path, links, rights);
  write_all(file.descriptor(), content, path.string());
  file.commit();
}

std::optional<std::string> read_whole(const std::filesystem::path& file) {
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  if (stream.is_open() && stream.peek() != std::ifstream::traits_type::eof()) text << stream.rdbuf();
  if (!stream.is_open() || stream.bad() || text.fail()) return std::nullopt;
  return std::move(text).str();
}

void sync_directory(const std::filesystem::path& directory) {
  const FileHandle handle(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (handle.get() >= 0) ::fsync(handle.get());  // a directory may be written but not read
}

void remove_leftovers(const std::filesystem::path& directory) {
  std::error_code error, ignored;
  for (std::filesystem::directory_iterator it(directory, error), end; !error && it != end; it.increment(error))
    if (it->path().filename().string().starts_with(temporary_prefix) &&
        it->symlink_status(ignored).type() == std::filesystem::file_type::regular)
      std::filesystem::remove(it->path(), ignored);
}

std::filesystem::path resolved(const std::filesystem::path& path) {
  std::error_code error;
  std::filesystem::path result = std::filesystem::weakly_canonical(std::filesystem::absolute(path, error), error);
  return error ? path : result;
}

bool same_file(const std::filesystem::path& a, const std::filesystem::path& b) {
  std::error_code error;
  const auto irregular = [&](const std::filesystem::path& it) {
    return std::filesystem::exists(it, error) && !std::filesystem::is_regular_file(it, error);
  };
  if (irregular(a) || irregular(b)) return false;
  if (std::filesystem::equivalent(a, b, error) && !error) return true;
  return resolved(a) == resolved(b);
}

}  // namespace wayfront::host
