#include "journal.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "errors.hpp"
#include "file_output.hpp"
#include "report.hpp"

namespace wayfront::host {
namespace {

[[noreturn]] void refuse(const std::string& why) { throw UserError(ExitCode::usage, "report.directory: " + why); }

off_t size_of(int file) {
  struct stat status {};
  return ::fstat(file, &status) == 0 ? status.st_size : 0;
}

/// The file at `path`, made where it is missing, with the lock that one writer can hold; or -errno.
int open_locked(const std::filesystem::path& path) {
  for (;;) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (file < 0) return -errno;
    if (::flock(file, LOCK_EX | LOCK_NB) != 0) {
      const int error = errno;
      ::close(file);
      if (error == EWOULDBLOCK) return -error;
      const int unlocked = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW);
      return unlocked < 0 ? -errno : unlocked;  // the file system has no locks
    }
    struct stat locked {
    }, named{};  // a writer that ended without samples may have removed the file meanwhile
    if (::fstat(file, &locked) == 0 && ::stat(path.c_str(), &named) == 0 && locked.st_ino == named.st_ino) return file;
    ::close(file);
  }
}

}  // namespace

Journal::Journal(std::filesystem::path directory, bool overwrite) : directory_(std::move(directory)) {
  std::error_code error;
  made_directory_ = std::filesystem::create_directories(directory_, error);
  if (error) refuse(fmt::format("cannot make {}: {}", directory_.string(), error.message()));
  const auto samples = samples_file();
  if (overwrite && std::filesystem::is_symlink(samples, error)) std::filesystem::remove(samples, error);
  samples_ = open_locked(samples);
  if (samples_ == -EWOULDBLOCK)
    refuse(fmt::format("another run is writing its results to {}; choose another directory", directory_.string()));
  if (samples_ < 0) refuse(fmt::format("cannot write to {}: {}", directory_.string(), std::strerror(-samples_)));
  if (overwrite) return;
  std::string_view held = size_of(samples_) != 0 ? samples_name : "";
  for (const ReportFormat format : report_formats)
    if (held.empty() && std::filesystem::exists(directory_ / file_name(format))) held = file_name(format);
  if (held.empty()) return;
  remove_if_empty();
  ::close(samples_);
  refuse(fmt::format("{} already holds {}; choose another directory, or pass --overwrite to drop those results",
                     directory_.string(), held));
}

Journal::~Journal() {
  if (!started_) remove_if_empty();
  ::close(samples_);
}

/// Leaves no trace of a run that ended before its first sample.
void Journal::remove_if_empty() const {
  if (size_of(samples_) != 0) return;
  ::unlink(samples_file().c_str());
  if (made_directory_) ::rmdir(directory_.c_str());
}

/// Earlier results are dropped only once there is something to put in their place.
void Journal::start() {
  if (std::exchange(started_, true)) return;
  if (size_of(samples_) != 0 && ::ftruncate(samples_, 0) != 0)
    throw UserError(ExitCode::failed_run,
                    fmt::format("{}: cannot be emptied: {}", samples_file().string(), std::strerror(errno)));
  std::error_code ignored;  // a file that stays is replaced at the end, or the error comes then
  for (const ReportFormat format : report_formats) std::filesystem::remove(directory_ / file_name(format), ignored);
}

void Journal::append(std::string_view line) {
  start();
  if (const int error = write_all(samples_, line); error != 0) {
    throw UserError(ExitCode::failed_run, fmt::format("{}: {}; the {} samples before it are saved there",
                                                      samples_file().string(), std::strerror(error), lines_));
  }
  ++lines_;
}

void Journal::write(std::string_view name, std::string_view content) {
  start();
  const auto path = directory_ / name;
  if (const std::string error = write_whole(path, content); !error.empty())
    throw UserError(ExitCode::failed_run, fmt::format("{}: {}; all {} samples are saved in {}", path.string(), error,
                                                      lines_, samples_file().string()));
}

}  // namespace wayfront::host
