#include "journal/journal.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <iterator>
#include <set>
#include <system_error>
#include <utility>

#include "base/characters.hpp"
#include "base/errors.hpp"
#include "files/file_replacement.hpp"
#include "report/report.hpp"

namespace wayfront::host {

namespace fs = std::filesystem;

std::vector<fs::path> case_folders(std::span<const std::string> labels) {
  std::vector<fs::path> folders;
  std::set<std::string> taken = {samples_file_name};
  for (const ReportFormat format : report_formats) taken.emplace(file_name(format));
  for (const std::string& label : labels) {
    std::string name;
    for (const char c : label) name += c == '/' || (c == '.' && name.empty()) ? '_' : c;
    constexpr std::size_t longest = 200;  // bytes; file systems allow 255
    const std::string_view start = first_bytes(name, longest);
    std::string unique(start);
    for (int i = 2; !name.empty() && !taken.insert(unique).second; ++i) unique = fmt::format("{} {}", start, i);
    folders.emplace_back(unique);
  }
  return folders;
}

void drop_case_reports(const fs::path& directory, std::span<const std::string> labels) {
  for (const fs::path& name : case_folders(labels)) {
    const fs::path folder = directory / name;
    std::error_code ignored;  // a remaining file is replaced by a new one of the same name
    if (name.empty() || !fs::is_directory(fs::symlink_status(folder, ignored))) continue;
    if (fs::exists(folder / samples_file_name, ignored)) continue;  // the results of another pipeline
    for (const ReportFormat format : report_formats) fs::remove(folder / file_name(format), ignored);
    fs::remove(folder, ignored);  // only if it is empty
  }
}

namespace {

[[noreturn]] void refuse(const std::string& why) { throw UserError(ExitCode::usage, "report.directory: " + why); }

/// Returns 0 or errno; also 0 if the file cannot be synced by its kind.
int sync_data(int file) { return ::fdatasync(file) == 0 || errno == EINVAL || errno == ENOSYS ? 0 : errno; }

/// Also makes the name of a new file durable, and those of new folders.
void sync_names(std::filesystem::path directory, bool with_parents) {
  for (; with_parents && directory.has_relative_path(); directory = directory.parent_path()) sync_directory(directory);
  sync_directory(directory);
}

off_t size_of(int file) {
  struct stat status {};
  return ::fstat(file, &status) == 0 ? status.st_size : 0;
}

std::ptrdiff_t lines_in(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return std::count(std::istreambuf_iterator<char>(file), {}, '\n');
}

/// The file at `path`, created if it is missing, with the lock for its only writer; or -errno.
int open_locked(const std::filesystem::path& path) {
  for (;;) {
    struct stat there {};
    if (::lstat(path.c_str(), &there) == 0 && !S_ISREG(there.st_mode) && !S_ISLNK(there.st_mode))
      refuse(fmt::format("{} is not a regular file; remove it, or choose another directory", path.string()));
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
    if (file < 0) return -errno;
    if (::flock(file, LOCK_EX | LOCK_NB) != 0) {
      const int error = errno;
      ::close(file);
      if (error == EWOULDBLOCK) return -error;
      const int unlocked = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
      return unlocked < 0 ? -errno : unlocked;  // the file system has no locks
    }
    struct stat locked {
    }, named{};  // a writer that ended without samples may have removed the file in the meantime
    if (::fstat(file, &locked) == 0 && ::stat(path.c_str(), &named) == 0 && locked.st_ino == named.st_ino) return file;
    ::close(file);
  }
}

/// Reports are written once all is measured: a FIFO in the place of one, which would be waited for, is told before.
void refuse_fifos(const std::filesystem::path& directory, const std::filesystem::path& folder) {
  for (const ReportFormat format : report_formats)
    if (std::error_code none; std::filesystem::is_fifo(directory / folder / file_name(format), none))
      refuse(fmt::format("{} is not a regular file; remove it, or choose another directory",
                         (directory / folder / file_name(format)).string()));
}

/// The name of a report in one of these places of the directory; "" if there is none.
std::string report_in(const std::filesystem::path& directory, std::span<const std::filesystem::path> places) {
  for (const auto& place : places)
    for (const ReportFormat format : report_formats)
      if (std::error_code none; std::filesystem::exists(directory / place / file_name(format), none))
        return (place / file_name(format)).string();
  return "";
}

}  // namespace

Journal::Journal(std::filesystem::path directory, Earlier earlier, std::span<const std::filesystem::path> folders)
    : directory_(std::move(directory)), earlier_(earlier) {
  std::error_code error;
  made_directory_ = std::filesystem::create_directories(directory_, error);
  if (error) refuse(fmt::format("cannot create {}: {}", directory_.string(), error.message()));
  std::vector<std::filesystem::path> places = {""};
  std::ranges::copy_if(folders, std::back_inserter(places), [](const auto& folder) { return !folder.empty(); });
  for (const auto& place : places) {
    if (!place.empty() && std::filesystem::exists(directory_ / place / samples_file_name, error))
      refuse(
          fmt::format("{} holds the results of another pipeline, whose reports would be replaced; choose another "
                      "directory",
                      (directory_ / place).string()));
    refuse_fifos(directory_, place);
  }
  const auto samples = samples_file();
  if (earlier == Earlier::overwrite && std::filesystem::is_symlink(samples, error))
    std::filesystem::remove(samples, error);
  samples_ = open_locked(samples);
  if (samples_ == -EWOULDBLOCK)
    refuse(fmt::format("another run is writing its results to {}; choose another directory", directory_.string()));
  if (samples_ < 0)
    throw UserError(ExitCode::failed_run, fmt::format("report.directory: {}: cannot be written: {}", samples.string(),
                                                      std::strerror(-samples_)));
  for (const auto& place : places) remove_leftovers(directory_ / place);
  if (earlier == Earlier::overwrite) return;
  const bool has_samples = size_of(samples_) != 0;
  if (earlier == Earlier::resume && has_samples) {
    take_up();
    return;
  }
  const std::string held = has_samples ? samples_file_name : report_in(directory_, places);
  if (held.empty()) return;
  remove_if_empty();
  ::close(samples_);
  if (earlier == Earlier::resume)
    refuse(
        fmt::format("{} holds {}, but no samples to continue with; choose another directory, or pass --overwrite to "
                    "delete it",
                    directory_.string(), held));
  refuse(
      fmt::format("{} already holds {}; choose another directory, pass --resume to continue with those results, or "
                  "--overwrite to delete them",
                  directory_.string(), held));
}

/// Reads existing samples and removes an incomplete last line.
void Journal::take_up() try {
  ReadResults read = read_journal(samples_file());
  known_ = std::move(read.results);
  notes_ = std::move(read.notes);
  const auto whole = static_cast<off_t>(read.journal_bytes);
  if (whole < size_of(samples_) && ::ftruncate(samples_, whole) != 0)
    throw UserError(ExitCode::failed_run, fmt::format("{}: its incomplete last line cannot be removed: {}",
                                                      samples_file().string(), std::strerror(errno)));
  char last = '\n';
  if (const int file = ::open(samples_file().c_str(), O_RDONLY | O_CLOEXEC); file >= 0) {
    if (whole > 0 && ::pread(file, &last, 1, whole - 1) != 1) last = '\n';
    ::close(file);
  }
  if (last == '\n') return;
  write_all(samples_, "\n", samples_file().string());
} catch (...) {
  ::close(samples_);
  throw;
}

std::optional<RunResult> Journal::find(const RunResult& run, const Results& results) const {
  std::optional<RunResult> found;
  for (const Results* known : of_same_graph(results))
    for (const RunResult& it : known->runs) {
      if (it.label != run.label || it.key != run.key) continue;
      if (!found) {
        found = it;
        if (known->case_label() != results.case_label())  // the rest belongs to that case's report
          found->usage = {.called = std::move(found->usage.called)};
        continue;
      }
      if (found->samples.empty()) found->prepare = it.prepare;
      found->samples.insert(found->samples.end(), it.samples.begin(), it.samples.end());
    }
  return found;
}

/// Samples of the same case come first.
std::vector<const Results*> Journal::of_same_graph(const Results& results) const {
  std::vector<const Results*> found;
  for (const Results& known : known_)
    if (known.graph_digest() == results.graph_digest()) found.push_back(&known);
  std::ranges::stable_partition(found, [&](const Results* it) { return it->case_label() == results.case_label(); });
  return found;
}

Readings Journal::readings(const Results& results) const {
  const std::vector<const Results*> cases = of_same_graph(results);
  const auto of_all = [&](auto kind) {
    auto found = Readings().*kind;
    std::set<std::pair<VertexId, unsigned>> blocks;
    for (const Results* known : cases) {
      const std::size_t before = found.size();
      std::ranges::copy_if(known->readings.*kind, std::back_inserter(found), [&](const auto& it) {
        return !blocks.contains({it.source, it.repeat});
      });
      for (std::size_t i = before; i < found.size(); ++i) blocks.emplace(found[i].source, found[i].repeat);
    }
    return found;
  };
  return {.devices = of_all(&Readings::devices), .machine = of_all(&Readings::machine)};
}

bool Journal::has(const Results& results, const RunResult& run, const Sample& sample) const {
  const auto same_sample = [&](const Sample& it) { return it.source == sample.source && it.repeat == sample.repeat; };
  const auto same_run = [&](const RunResult& it) {
    return it.label == run.label && it.key == run.key && std::ranges::any_of(it.samples, same_sample);
  };
  return std::ranges::any_of(known_, [&](const Results& it) {
    return it.graph_digest() == results.graph_digest() && it.case_label() == results.case_label() &&
           std::ranges::any_of(it.runs, same_run);
  });
}

Journal::~Journal() {
  if (started_)
    sync_data(samples_);
  else
    remove_if_empty();
  ::close(samples_);
}

/// A run that ended before its first sample leaves no trace.
void Journal::remove_if_empty() const {
  if (size_of(samples_) != 0) return;
  ::unlink(samples_file().c_str());
  if (made_directory_) ::rmdir(directory_.c_str());
}

/// The reports of the cases in the journal, each in its folder.
void Journal::drop_earlier_cases() const try {
  std::vector<std::string> labels;
  for (const Results& earlier : read_journal(samples_file()).results)
    if (std::string label = earlier.case_label(); std::ranges::find(labels, label) == labels.end())
      labels.push_back(std::move(label));
  drop_case_reports(directory_, labels);
} catch (const UserError&) {  // no journal to read
}

/// Earlier results are deleted only once there is something to replace them.
void Journal::start() {
  if (std::exchange(started_, true)) return;
  if (earlier_ == Earlier::overwrite && size_of(samples_) != 0) drop_earlier_cases();
  if (earlier_ == Earlier::overwrite && size_of(samples_) != 0 && ::ftruncate(samples_, 0) != 0)
    throw UserError(ExitCode::failed_run,
                    fmt::format("{}: cannot be emptied: {}", samples_file().string(), std::strerror(errno)));
  sync_names(std::filesystem::absolute(directory_), made_directory_);
  if (earlier_ != Earlier::overwrite) return;
  std::error_code ignored;  // a remaining file is replaced at the end, or the error is reported then
  for (const ReportFormat format : report_formats) std::filesystem::remove(directory_ / file_name(format), ignored);
}

/// More than a tenth of the time since the last sync.
bool Journal::takes_too_long_to_sync() const {
  constexpr int share = 10;
  return Clock::now() - synced_ < share * cost_;
}

void Journal::sync() {
  const Clock::time_point start = Clock::now();
  const int error = sync_data(samples_);
  synced_ = Clock::now();
  cost_ = synced_ - start;
  if (error != 0)
    throw UserError(ExitCode::failed_run, fmt::format("{}: cannot be written to the disk: {}", samples_file().string(),
                                                      std::strerror(error)));
}

void Journal::append(std::string_view line) {
  start();
  const off_t before = size_of(samples_);
  try {
    write_all(samples_, line, samples_file().string());
    if (!takes_too_long_to_sync()) sync();
  } catch (const UserError& error) {
    complete_ = false;
    [[maybe_unused]] const int cut = ::ftruncate(samples_, before);  // otherwise the reader drops the incomplete line
    throw UserError(error.code(), fmt::format("{}; the {} lines before it are saved; continue with --resume",
                                              error.what(), lines_in(samples_file())));
  }
}

void Journal::write(const std::filesystem::path& name, std::string_view content) {
  start();
  std::string unsynced;
  try {
    sync();  // samples before reports
  } catch (const UserError& error) {
    complete_ = false;
    unsynced = error.what();
  }
  const auto path = directory_ / name;
  std::error_code ignored;  // then writing fails
  std::filesystem::create_directories(path.parent_path(), ignored);
  try {
    write_whole(path, content, Links::replace);
  } catch (const UserError& error) {
    if (!complete_) throw;
    throw UserError(ExitCode::failed_run,
                    fmt::format("{}; all samples are saved in {}", error.what(), samples_file().string()));
  }
  if (!unsynced.empty()) throw UserError(ExitCode::failed_run, unsynced);
}

}  // namespace wayfront::host
