// Passes pieces of a stream from one thread to another, a few at a time.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <mutex>
#include <utility>

namespace wayfront::host {

/// One thread puts pieces in and another takes them out: pieces in order, then the end or an error. A Piece has empty(),
/// which says that it is the end.
template <class Piece>
class PieceQueue {
 public:
  explicit PieceQueue(std::size_t max_waiting = 4) : max_waiting_(max_waiting) {}
  /// Waits while the queue is full. False if the receiver has stopped.
  bool put(Piece piece) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return closed_ || pieces_.size() < max_waiting_; });
    if (closed_) return false;
    pieces_.push_back(std::move(piece));
    changed_.notify_all();
    return true;
  }
  /// No more pieces come: the end, or `error`.
  void finish(std::exception_ptr error) {
    const std::lock_guard lock(mutex_);
    finished_ = true;
    error_ = std::move(error);
    changed_.notify_all();
  }
  /// Empty at the end; throws the error that ended the stream.
  Piece take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return finished_ || !pieces_.empty(); });
    if (pieces_.empty()) {
      if (error_) std::rethrow_exception(error_);
      return {};
    }
    Piece piece = std::move(pieces_.front());
    pieces_.pop_front();
    changed_.notify_all();
    return piece;
  }
  /// The receiver stops.
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_all();
  }

 private:
  const std::size_t max_waiting_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Piece> pieces_;
  std::exception_ptr error_;
  bool finished_ = false;
  bool closed_ = false;
};

}  // namespace wayfront::host
