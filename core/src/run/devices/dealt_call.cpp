#include "run/devices/dealt_call.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory_resource>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace wayfront::host {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint32_t no_row = ~std::uint32_t{0};

/// What the hands came to together. The output is not touched before all have ended: others take rows of it.
class Account {
 public:
  /// Whether the call can go on.
  bool enter(SourceDeal::Piece piece, OutputBuffers::Rows& rows, const Status& status) {
    const std::scoped_lock lock(mutex_);
    Output& solved = rows.output();
    work_ += solved.work;
    if (!rows.intact()) {
      is_exchanged_ = true;
      return false;
    }
    if (!status.ok()) {
      const bool is_cancelled = status.code == StatusCode::cancelled;
      if (is_cancelled || (piece.first < failed_row_ && !is_cancelled_)) failure_ = status;
      is_cancelled_ = is_cancelled_ || is_cancelled;
      failed_row_ = std::min(failed_row_, piece.first);
      return false;
    }
    if (solved.outcome == Outcome::solved) return true;
    if (piece.first < cycle_row_) {
      outcome_ = solved.outcome;
      cycle_ = std::move(solved.cycle);
    }
    cycle_row_ = std::min(cycle_row_, piece.first);
    return false;
  }
  const Status& failure() const { return failure_; }
  void close(OutputBuffers& buffers, Output& output) {
    output.work += work_;
    if (is_exchanged_) buffers.exchanged();
    if (outcome_ == Outcome::solved) return;
    output.outcome = outcome_;
    output.cycle = std::move(cycle_);
  }

 private:
  std::mutex mutex_;  // of all
  Work work_{};
  Outcome outcome_ = Outcome::solved;
  std::pmr::vector<Vertex> cycle_;
  bool is_exchanged_ = false;
  Status failure_;  // the first, or that it was cancelled
  bool is_cancelled_ = false;
  std::uint32_t failed_row_ = no_row, cycle_row_ = no_row;
};

}  // namespace

Status deal_out(SourceDeal& deal, OutputBuffers& buffers, Output& output, AfterFailure after,
                std::span<HandShare> shares,
                FunctionRef<Status(std::size_t hand, SourceDeal::Piece piece, Output& rows)> solve) {
  Account account;
  std::atomic<bool> is_failed{false};
  const auto work = [&](std::size_t hand) {
    HandShare& share = shares[hand];
    while (const auto piece = deal.take(hand)) {
      OutputBuffers::Rows rows = buffers.rows(piece->first, piece->count);
      const auto start = Clock::now();
      const Status status = solve(hand, *piece, rows.output());
      const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
      share.seconds += seconds;
      const bool goes_on = account.enter(*piece, rows, status);
      if (!status.ok()) share.failure = status;
      if (!status.ok() && status.code != StatusCode::cancelled && after == AfterFailure::others && rows.intact()) {
        if (!deal.give_back(hand, *piece)) is_failed = true;
        return;
      }
      deal.done();
      if (!goes_on) {
        if (!status.ok()) is_failed = true;
        deal.stop();
        return;
      }
      share.sources += piece->count;
      ++share.pieces;
      if (piece->count >= share.largest && seconds > 0) {
        share.largest = piece->count;
        share.speed = piece->count / seconds;
      }
    }
  };
  {
    std::vector<std::jthread> others;
    for (std::size_t hand = 1; hand < shares.size(); ++hand) others.emplace_back([&work, hand] { work(hand); });
    work(0);
  }
  account.close(buffers, output);
  return is_failed ? account.failure() : Status{};
}

}  // namespace wayfront::host
