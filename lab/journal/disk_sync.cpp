#include "journal/disk_sync.hpp"

#include <utility>

namespace wayfront::host {

DiskSync::DiskSync(Sync sync, std::function<Clock::time_point()> now)
    : sync_(std::move(sync)), now_(std::move(now)), watcher_([this] { watch(); }) {}

DiskSync::~DiskSync() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  end_.notify_one();
  watcher_.join();
  sync();
}

int DiskSync::appended() {
  constexpr int share = 10;
  const std::lock_guard lock(mutex_);
  const Clock::time_point now = now_();
  if (!std::exchange(unsynced_, true)) appended_ = now;
  if (now - synced_ < share * cost_) return std::exchange(error_, 0);
  return sync_locked();
}

int DiskSync::sync() {
  const std::lock_guard lock(mutex_);
  return sync_locked();
}

int DiskSync::sync_locked() {
  if (!std::exchange(unsynced_, false)) return std::exchange(error_, 0);
  const Clock::time_point start = now_();
  const int error = sync_();
  synced_ = now_();
  cost_ = synced_ - start;
  const int earlier = std::exchange(error_, 0);
  return earlier != 0 ? earlier : error;
}

/// Polls the clock instead of being woken up, because that would happen at the start of a solve.
void DiskSync::watch() {
  std::unique_lock lock(mutex_);
  while (!end_.wait_for(lock, longest_wait / 2, [this] { return ended_; }))
    if (unsynced_ && now_() - appended_ >= longest_wait / 2) error_ = sync_locked();
}

}  // namespace wayfront::host
