#include "base/spill/spill.hpp"

#include <doctest/doctest.h>
#include <sys/resource.h>

#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <string>

#include "../../scratch.hpp"
#include "base/big_array.hpp"

namespace wayfront::host {
namespace {

constexpr std::size_t mib = std::size_t{1} << 20;

/// Pages that this thread had to fetch so far.
long faults() {
  rusage usage{};
  getrusage(RUSAGE_THREAD, &usage);
  return usage.ru_minflt;
}

/// Touches every page of the array again and again for a quarter of a second, in which a watcher looks often.
void use(unsigned char* array, std::size_t bytes) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(250);
  while (std::chrono::steady_clock::now() < end)
    for (std::size_t at = 0; at < bytes; at += detail::small_page) ++array[at];
}

std::string failure_of(Spill& spill, std::size_t bytes) {
  CHECK_THROWS_AS(spill.take(bytes), std::bad_alloc);
  return spill.failure();
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

/// For as long as it lives, files have at most `bytes`.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
    handler_ = std::signal(SIGXFSZ, SIG_IGN);
  }
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int) = nullptr;
};

TEST_CASE("large arrays lie in files while a spill lives, and keep their content") {
  const Scratch scratch;
  Spill spill(scratch.path(), 64 * mib);
  REQUIRE(Spill::active() == &spill);
  const auto array = make_big_array<std::uint64_t>(16 * mib);  // twice the limit
  for (std::uint64_t i = 0; i < 16 * mib; ++i) array[i] = i * i;
  std::uint64_t wrong = 0;
  for (std::uint64_t i = 0; i < 16 * mib; ++i) wrong += array[i] != i * i;
  CHECK(wrong == 0);
  CHECK(std::filesystem::is_empty(scratch.path()));  // the files have no names
  CHECK(spill.failure().empty());
}

TEST_CASE("what cannot be spilled does not make the pages of arrays go and come") {
  const Scratch scratch;
  constexpr std::size_t limit = 64 * mib, stays = 48 * mib, used = 3 * mib;
  Spill spill(scratch.path(), limit);
  const auto names = std::make_unique<unsigned char[]>(stays);  // in memory, three quarters of the limit
  std::memset(names.get(), 1, stays);
  const auto array = make_big_array<unsigned char>(used);
  use(array.get(), used);
  const long before = faults();
  use(array.get(), used);
  CHECK(faults() - before < static_cast<long>(8 * used / detail::small_page));
  CHECK(spill.max_that_stayed() >= stays);
  CHECK(names[stays - 1] == 1);
}

TEST_CASE("a disk without room is named, with what was wanted and what to do") {
  const Scratch scratch;
  Spill spill(scratch.path(), 64 * mib);
  CHECK(place_of_arrays() == "disk in " + scratch.path().string());
  const std::string full = failure_of(spill, spill.free_bytes() * 2);
  CHECK_MESSAGE(full.starts_with(scratch.path().string() + ": a temporary file of "), full);
  CHECK_MESSAGE(contains(full, "No space left on device, "), full);
  CHECK_MESSAGE(contains(full, " are free; free some, or write to a folder on a larger disk"), full);

  const FileSizeLimit limit(mib);
  const std::string large = failure_of(spill, 2 * mib);
  CHECK_MESSAGE(contains(large, "a temporary file of 2.1 MB for arcs cannot be made there: File too large; "), large);
  CHECK_MESSAGE(contains(large, "ulimit -f"), large);
}

TEST_CASE("a folder that is gone is named") {
  const auto scratch = std::make_unique<Scratch>();
  Spill spill(scratch->path(), 64 * mib);
  std::filesystem::remove_all(scratch->path());
  const std::string gone = failure_of(spill, mib);
  CHECK_MESSAGE(contains(gone, "No such file or directory; write to a folder on another disk"), gone);
}

}  // namespace
}  // namespace wayfront::host
