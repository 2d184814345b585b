#include "base/spill/spill.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>
#include <string>
#include <system_error>
#include <utility>

#include "base/available_memory.hpp"
#include "base/errors.hpp"

namespace wayfront::host {
namespace {

std::atomic<Spill*> the_spill{nullptr};

/// Bytes of this process in memory: pages of files, which are spilled arrays, programs and mapped inputs, and others.
struct Resident {
  std::uint64_t files = 0, others = 0;
};

Resident resident(int statm) {
  std::array<char, 128> text{};
  const ssize_t got = ::pread(statm, text.data(), text.size() - 1, 0);
  if (got <= 0) return {};
  const char* at = text.data();
  const char* const end = at + got;
  const auto next = [&] {
    at = std::find(at, end, ' ');
    if (at != end) ++at;
    std::uint64_t pages = 0;
    std::from_chars(at, end, pages);
    return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  };
  const std::uint64_t all = next();
  const std::uint64_t files = next();
  return {files, all - std::min(all, files)};
}

const char* advice_on(int error) {
  switch (error) {
    case ENOSPC:
    case EDQUOT:
      return "free some, or write to a folder on a larger disk";
    case EFBIG:
      return "raise the limit on the size of files (ulimit -f), or write to a folder whose disk takes larger files";
    case ENOMEM:
      return "raise the limit on addresses (ulimit -v)";
    case EINVAL:
    case ENODEV:
    case EOPNOTSUPP:
      return "this file system cannot reserve room or map files; write to a folder on another disk";
    default:
      return "write to a folder on another disk";
  }
}

}  // namespace

Spill::Spill(std::filesystem::path folder, std::uint64_t limit) : folder_(std::move(folder)), limit_(limit) {
  if (folder_.empty()) folder_ = ".";
  const int file = open_file();
  if (file < 0)
    throw UserError(ExitCode::failed_run,
                    fmt::format("{}: cannot make temporary files there: {}", folder_.string(), std::strerror(errno)));
  ::close(file);
  watcher_ = std::jthread([this](const std::stop_token& stop) { watch(stop); });
  the_spill = this;
}

Spill::~Spill() { the_spill = nullptr; }

Spill* Spill::active() noexcept { return the_spill; }

/// Nobody else sees it, and nothing of it stays when this process ends, however that happens.
int Spill::open_file() const {
  const int file = ::open(folder_.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (file >= 0) return file;
  std::string name = (folder_ / ".wayfront-new-spill-XXXXXX").string();
  const int named = ::mkostemp(name.data(), O_CLOEXEC);
  if (named >= 0) ::unlink(name.c_str());
  return named;
}

void* Spill::take(std::size_t bytes) {
  // Asked first: a disk without the room would be full for everybody until reserving it has failed.
  if (bytes > free_bytes()) refuse(bytes, ENOSPC);
  const int file = open_file();
  if (file < 0) refuse(bytes, errno);
  // Room is reserved now: on a full disk a page that cannot be written later would be a signal.
  int error = EINTR;
  while (error == EINTR) error = ::posix_fallocate(file, 0, static_cast<off_t>(bytes));
  void* memory = MAP_FAILED;
  if (error == 0) {
    const std::lock_guard lock(mutex_);
    mappings_.reserve(mappings_.size() + 1);
    memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    error = errno;
    if (memory != MAP_FAILED) mappings_.push_back({memory, bytes});
  }
  ::close(file);
  if (memory == MAP_FAILED) refuse(bytes, error);
  return memory;
}

void Spill::refuse(std::size_t bytes, int error) {
  const bool full = error == ENOSPC || error == EDQUOT;
  const std::string free = full ? fmt::format(", {} are free", bytes_text(static_cast<double>(free_bytes()))) : "";
  const std::lock_guard lock(mutex_);
  failure_ = fmt::format("{}: a temporary file of {} for arcs cannot be made there: {}{}; {}", folder_.string(),
                         bytes_text(static_cast<double>(bytes)), std::strerror(error), free, advice_on(error));
  throw std::bad_alloc();
}

std::string Spill::failure() const {
  const std::lock_guard lock(mutex_);
  return failure_;
}

void Spill::give_back(void* memory, std::size_t bytes) noexcept {
  const std::lock_guard lock(mutex_);
  std::erase_if(mappings_, [memory](const Mapping& it) { return it.begin == memory; });
  ::munmap(memory, bytes);
}

std::uint64_t Spill::free_bytes() const {
  std::error_code unknown;
  const std::filesystem::space_info space = std::filesystem::space(folder_, unknown);
  return unknown ? std::numeric_limits<std::uint64_t>::max() : space.available;
}

/// Spilled pages may take a quarter of what the limit leaves for them: threads fill more while this one waits for a
/// processor. Where what stays leaves little, they may take a sixteenth of the limit all the same: to drop each page
/// as it is filled would take hours, and not help.
void Spill::watch(const std::stop_token& stop) {
  using Clock = std::chrono::steady_clock;
  constexpr std::uint64_t share_of_room = 4, share_of_limit = 16;
  const int statm = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  std::uint64_t not_ours = resident(statm).files;
  while (!stop.stop_requested()) {
    const Resident now = resident(statm);
    not_ours = std::min(not_ours, now.files);
    const std::uint64_t stays = now.others + not_ours;
    max_that_stayed_ = std::max<std::uint64_t>(max_that_stayed_, stays);
    const std::uint64_t room = limit_ - std::min(limit_, stays);
    if (now.files - not_ours > std::max(room / share_of_room, limit_ / share_of_limit)) {
      // What is there after a drop is not ours, unless the drop took so long that pages came back meanwhile.
      constexpr int tries = 3;
      for (int i = 0; i < tries; ++i) {
        const Clock::time_point begin = Clock::now();
        drop_pages();
        const std::uint64_t left = resident(statm).files;
        if (Clock::now() - begin > std::chrono::milliseconds(1)) continue;
        not_ours = left;
        break;
      }
    }
    std::this_thread::sleep_for(std::chrono::microseconds(500));
  }
  ::close(statm);
}

/// Content stays: changed pages are the file's, which the system writes when it needs room.
void Spill::drop_pages() {
  const std::lock_guard lock(mutex_);
  for (const Mapping& it : mappings_) ::madvise(it.begin, it.bytes, MADV_DONTNEED);
}

std::uint64_t available_for_arrays() {
  const Spill* const spill = Spill::active();
  return spill == nullptr ? available_memory() : spill->free_bytes();
}

std::string place_of_arrays() {
  const Spill* const spill = Spill::active();
  return spill == nullptr ? "memory" : "disk in " + spill->folder().string();
}

}  // namespace wayfront::host
