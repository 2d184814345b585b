#include "journal.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

#include "errors.hpp"

namespace wayfront::host {
namespace {

constexpr const char* samples_name = "samples.jsonl";
constexpr const char* result_names[] = {samples_name, "report.json", "samples.csv", "report.txt"};

/// 0, or errno.
int write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

}  // namespace

Journal::Journal(std::filesystem::path directory, bool overwrite) : directory_(std::move(directory)) {
  std::error_code error;
  std::filesystem::create_directories(directory_, error);
  if (error) {
    throw UserError(ExitCode::usage,
                    fmt::format("report.directory: cannot make {}: {}", directory_.string(), error.message()));
  }
  for (const char* name : result_names) {
    const auto path = directory_ / name;
    if (!std::filesystem::exists(path)) continue;
    if (!overwrite) {
      throw UserError(ExitCode::usage,
                      fmt::format("report.directory: {} already holds {}; choose another directory, or pass "
                                  "--overwrite to drop those results",
                                  directory_.string(), name));
    }
    std::filesystem::remove(path, error);
  }
  samples_ = ::open((directory_ / samples_name).c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (samples_ < 0) {
    throw UserError(ExitCode::usage,
                    fmt::format("report.directory: cannot write to {}: {}", directory_.string(), std::strerror(errno)));
  }
}

Journal::~Journal() { ::close(samples_); }

void Journal::append(std::string_view line) {
  if (const int error = write_all(samples_, line); error != 0) {
    throw UserError(ExitCode::failed_run,
                    fmt::format("{}: {}; the {} samples before it are saved there",
                                (directory_ / samples_name).string(), std::strerror(error), lines_));
  }
  ++lines_;
}

void Journal::write(std::string_view name, std::string_view content) {
  const auto path = directory_ / name;
  const auto temporary = directory_ / fmt::format(".{}.{}", name, ::getpid());
  const int file = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  int error = file < 0 ? errno : write_all(file, content);
  if (file >= 0 && error == 0 && ::fsync(file) != 0) error = errno;
  if (file >= 0) ::close(file);
  if (error == 0 && ::rename(temporary.c_str(), path.c_str()) != 0) error = errno;
  if (error != 0) {
    ::unlink(temporary.c_str());
    throw UserError(ExitCode::failed_run,
                    fmt::format("{}: {}; all {} samples are saved in {}", path.string(), std::strerror(error), lines_,
                                (directory_ / samples_name).string()));
  }
}

}  // namespace wayfront::host
