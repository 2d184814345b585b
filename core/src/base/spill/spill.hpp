// Big arrays on the disk: for graphs that are larger than the memory that a command may take.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace wayfront::host {

/// While one lives, big arrays (big_array.hpp) of `smallest` bytes or more are mapped from files without names in a
/// folder, and their pages go back to these files when this process holds more memory than it may. At most one at a time;
/// it must outlive the arrays. Small arrays and std::vector stay in memory, so what grows with the vertices may pass the
/// limit.
class Spill {
 public:
  static constexpr std::size_t smallest = std::size_t{1} << 20;

  /// `limit`: bytes of resident memory. Throws UserError (ExitCode::failed_run) if the folder takes no files.
  Spill(std::filesystem::path folder, std::uint64_t limit);
  ~Spill();
  Spill(const Spill&) = delete;
  Spill& operator=(const Spill&) = delete;

  /// The one that lives, or null.
  static Spill* active() noexcept;
  /// Zeros in a file. Throws std::bad_alloc where the disk has no room; then failure() says what failed.
  void* take(std::size_t bytes);
  void give_back(void* memory, std::size_t bytes) noexcept;
  /// The last failure of take() as a sentence with the folder, the size and what to do; "" if there was none.
  std::string failure() const;
  const std::filesystem::path& folder() const { return folder_; }
  /// Of the disk.
  std::uint64_t free_bytes() const;
  /// The largest amount of resident memory so far that could not go back to files: names, ids and programs, say.
  std::uint64_t max_that_stayed() const { return max_that_stayed_; }

 private:
  struct Mapping {
    void* begin;
    std::size_t bytes;
  };

  int open_file() const;
  [[noreturn]] void refuse(std::size_t bytes, int error);
  void watch(const std::stop_token& stop);
  void drop_pages();

  std::filesystem::path folder_;
  std::uint64_t limit_;
  mutable std::mutex mutex_;  // of the mappings and the failure
  std::vector<Mapping> mappings_;
  std::string failure_;
  std::atomic<std::uint64_t> max_that_stayed_{0};
  std::jthread watcher_;
};

/// Bytes for big arrays: of memory, or of the disk of the spill that lives.
std::uint64_t available_for_arrays();

/// Where these bytes are: "memory", or "disk in FOLDER".
std::string place_of_arrays();

}  // namespace wayfront::host
