// Decides when data appended to a file are synced to the disk: at once if that costs little, otherwise within a second.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace wayfront::host {

class DiskSync {
 public:
  /// Syncs the file and returns 0 or errno. Called by one thread at a time, and by another thread than the caller's if
  /// appended() deferred a sync.
  using Sync = std::function<int()>;
  /// Max wait of appended data.
  static constexpr std::chrono::milliseconds longest_wait{1000};

  using Clock = std::chrono::steady_clock;
  /// `now` returns the time.
  explicit DiskSync(Sync sync, std::function<Clock::time_point()> now = Clock::now);
  /// Syncs what is left.
  ~DiskSync();
  DiskSync(const DiskSync&) = delete;
  DiskSync& operator=(const DiskSync&) = delete;

  /// Call after appending: syncs now, unless syncs would then take more than a tenth of the time. Returns 0 or errno,
  /// also that of a deferred sync.
  int appended();
  /// Syncs all appended data. Returns the same.
  int sync();

 private:
  int sync_locked();
  void watch();

  Sync sync_;
  std::function<Clock::time_point()> now_;
  std::mutex mutex_;
  std::condition_variable end_;
  bool ended_ = false;
  bool unsynced_ = false;
  int error_ = 0;
  Clock::time_point appended_{};  // of the oldest unsynced data
  Clock::time_point synced_{};
  Clock::duration cost_{};  // of the last sync
  std::thread watcher_;
};

}  // namespace wayfront::host
