// When what is appended to a file is put on the disk: at once where that costs little, otherwise within a second.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace wayfront::host {

class DiskSync {
 public:
  /// What puts the file on the disk and returns 0 or errno. It is called by one thread at a time, and by another than
  /// the caller's where appended() left something.
  using Sync = std::function<int()>;
  /// How long something appended may wait.
  static constexpr std::chrono::milliseconds longest_wait{1000};

  using Clock = std::chrono::steady_clock;
  /// `now` tells the time.
  explicit DiskSync(Sync sync, std::function<Clock::time_point()> now = Clock::now);
  /// Syncs what is left.
  ~DiskSync();
  DiskSync(const DiskSync&) = delete;
  DiskSync& operator=(const DiskSync&) = delete;

  /// Something was appended: syncs it now, unless syncs would then take more than a tenth of the time. 0, or errno,
  /// also that of a sync in between.
  int appended();
  /// Syncs whatever was appended. The same.
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
  Clock::time_point appended_{};  // the oldest that is unsynced
  Clock::time_point synced_{};
  Clock::duration cost_{};  // of the last sync
  std::thread watcher_;
};

}  // namespace wayfront::host
