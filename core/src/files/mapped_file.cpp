#include "files/mapped_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <mutex>
#include <utility>

#include "base/refusal.hpp"

namespace wayfront::host {
namespace {

/// A mapping as the signal handler sees it: only numbers, because the handler may neither lock nor allocate.
struct Guarded {
  std::atomic<bool> taken = false;
  std::atomic<std::uintptr_t> begin = 0, end = 0;
  std::atomic<int> protection = PROT_READ;
  std::atomic<bool> unreadable = false;
  std::atomic<const MappedFile*> file = nullptr;
};
std::array<Guarded, 64> guarded;  // with more of them, a truncated file ends the program, as it would without a guard
struct sigaction earlier_action = {};

/// A page that the file no longer has, and all pages after it, read as zeros. The reader continues, and a later check
/// reports that the content is invalid.
void on_bus_error(int signal, siginfo_t* info, void*) {
  const int error = errno;
  const auto at = reinterpret_cast<std::uintptr_t>(info->si_addr);
  for (Guarded& it : guarded) {
    if (!it.taken || at < it.begin || at >= it.end) continue;
    constexpr std::uintptr_t page = 4096;
    const std::uintptr_t first = at / page * page;
    it.unreadable = true;
    if (::mmap(reinterpret_cast<void*>(first), it.end - first, it.protection,
               MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0) == MAP_FAILED)
      break;
    errno = error;
    return;
  }
  ::sigaction(signal, &earlier_action, nullptr);  // the access is repeated, and the signal goes to the previous handler
  errno = error;
}

void install_guard() {
  static std::once_flag once;
  std::call_once(once, [] {
    struct sigaction action = {};
    action.sa_sigaction = on_bus_error;
    action.sa_flags = static_cast<int>(SA_SIGINFO | SA_ONSTACK);
    sigemptyset(&action.sa_mask);
    ::sigaction(SIGBUS, &action, &earlier_action);
  });
}

Guarded* guard(const MappedFile* file, const void* start, std::uint64_t bytes, int protection) {
  install_guard();
  for (Guarded& it : guarded) {
    if (it.taken.exchange(true)) continue;
    it.unreadable = false;
    it.protection = protection;
    it.begin = reinterpret_cast<std::uintptr_t>(start);
    it.end = it.begin + bytes;
    it.file = file;
    return &it;
  }
  return nullptr;
}

void release(const void* start) {
  for (Guarded& it : guarded) {
    if (!it.taken || it.begin != reinterpret_cast<std::uintptr_t>(start)) continue;
    it.file = nullptr;
    it.begin = it.end = 0;
    it.taken = false;
  }
}

bool same_time(const timespec& a, const timespec& b) { return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec; }

}  // namespace

MappedFile::MappedFile(int descriptor, std::uint64_t bytes, bool writable, std::string name)
    : bytes_(bytes), name_(std::move(name)), descriptor_(::fcntl(descriptor, F_DUPFD_CLOEXEC, 0)) {
  const int protection = writable ? PROT_READ | PROT_WRITE : PROT_READ;
  // A shared mapping of a file opened for reading can never become writable; a private one can.
  const int access = ::fcntl(descriptor, F_GETFL) & O_ACCMODE;
  const int sharing = writable || access != O_RDONLY ? MAP_PRIVATE : MAP_SHARED;
  void* const start = descriptor_.get() < 0 || ::fstat(descriptor_.get(), &before_) != 0
                          ? MAP_FAILED
                          : ::mmap(nullptr, bytes, protection, sharing, descriptor, 0);
  if (start == MAP_FAILED) fail(ExitCode::input, "{}: cannot be mapped: {}", name_, std::strerror(errno));
  start_ = static_cast<const char*>(start);
  if (Guarded* const it = guard(this, start, bytes, protection)) unreadable_ = &it->unreadable;
  ::madvise(start, bytes, MADV_HUGEPAGE);  // for memory files; other files ignore it
}

MappedFile::~MappedFile() {
  release(start_);
  ::munmap(const_cast<char*>(start_), bytes_);
}

bool MappedFile::has_changed(const struct stat& now) const {
  // Adding or removing a name also changes the last time, but not the content.
  const bool renamed = now.st_nlink != before_.st_nlink;
  return now.st_size != before_.st_size || !same_time(now.st_mtim, before_.st_mtim) ||
         (!renamed && !same_time(now.st_ctim, before_.st_ctim));
}

const char* MappedFile::changed() noexcept {
  for (const Guarded& it : guarded) {
    const MappedFile* const file = it.file;
    struct stat now {};
    if (file == nullptr || ::fstat(file->descriptor_.get(), &now) != 0) continue;
    if (it.unreadable || file->has_changed(now)) return file->name_.c_str();
  }
  return nullptr;
}

void MappedFile::require_unchanged() const {
  constexpr std::string_view advice = "do not change it while it is in use, and try again";
  struct stat now {};
  if (::fstat(descriptor_.get(), &now) != 0)
    fail(ExitCode::input, "{}: cannot be examined: {}", name_, std::strerror(errno));
  if (now.st_size != before_.st_size)
    fail(ExitCode::input, "{}: changed while it was read: it had {} bytes and now has {}; {}", name_, before_.st_size,
         now.st_size, advice);
  if (has_changed(now)) fail(ExitCode::input, "{}: changed while it was read: it was written to; {}", name_, advice);
  if (unreadable_ != nullptr && *unreadable_)
    fail(ExitCode::input, "{}: could not be read completely: it was truncated for a while, or the disk has an error",
         name_);
}

}  // namespace wayfront::host
