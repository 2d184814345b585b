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
#include <new>
#include <string>
#include <system_error>
#include <utility>

#include "base/available_memory.hpp"
#include "base/errors.hpp"

namespace wayfront::host {
namespace {

std::atomic<Spill*> the_spill{nullptr};

/// Resident bytes of this process.
std::uint64_t resident(int statm) {
  std::array<char, 128> text{};
  const ssize_t got = ::pread(statm, text.data(), text.size() - 1, 0);
  if (got <= 0) return 0;
  const char* const begin = text.data();
  const char* const end = begin + got;
  std::uint64_t pages = 0;
  std::from_chars(std::find(begin, end, ' ') + 1, end, pages);
  return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
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
  const int file = open_file();
  if (file < 0) throw std::bad_alloc();
  const std::lock_guard lock(mutex_);
  mappings_.reserve(mappings_.size() + 1);
  // Room is reserved now: on a full disk a page that cannot be written later would be a signal.
  void* memory = MAP_FAILED;
  if (::posix_fallocate(file, 0, static_cast<off_t>(bytes)) == 0)
    memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  ::close(file);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  mappings_.push_back({memory, bytes});
  return memory;
}

void Spill::give_back(void* memory, std::size_t bytes) noexcept {
  const std::lock_guard lock(mutex_);
  std::erase_if(mappings_, [memory](const Mapping& it) { return it.begin == memory; });
  ::munmap(memory, bytes);
}

std::uint64_t Spill::free_bytes() const {
  std::error_code none;
  const std::filesystem::space_info space = std::filesystem::space(folder_, none);
  return none ? 0 : space.available;
}

void Spill::watch(const std::stop_token& stop) {
  const int statm = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  while (!stop.stop_requested()) {
    if (resident(statm) > limit_ / 4) drop_pages();  // early: threads fill pages while this one waits for a processor
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

}  // namespace wayfront::host
