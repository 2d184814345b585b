// Deals the sources of one call out to several hands, each of which solves a piece at a time. Whoever is done with its
// own part takes from that of another one, and the pieces of a hand that fails go to the others.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace wayfront::host {

class SourceDeal {
 public:
  /// Sources from `first` on, in the order of the call.
  struct Piece {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
  };
  /// One of those that solve. `speed`: sources per second in earlier calls, 0 where none is known; one that is not
  /// `in` gets nothing.
  struct Hand {
    double speed = 0;
    bool in = true;
  };
  /// The size of pieces.
  enum class Pieces : std::uint8_t {
    single,  // a source each
    large,   // as few calls as end at about the same time: each costs time in which a device is not full
  };

  SourceDeal(std::uint32_t sources, std::span<const Hand> hands, Pieces pieces);
  SourceDeal(const SourceDeal&) = delete;
  SourceDeal& operator=(const SourceDeal&) = delete;

  /// The next piece for a hand, or nothing once all is done, or stopped. Waits while others hold the last pieces: these
  /// may come back. [any thread]
  std::optional<Piece> take(std::size_t hand);
  /// The piece that a hand took is solved. [any thread]
  void done();
  /// A hand failed on its piece: this, and what is left of its part, goes to the others. False if it was the last hand.
  /// [any thread]
  bool give_back(std::size_t hand, Piece piece);
  /// Nobody gets anything any more. [any thread]
  void stop();

 private:
  static constexpr std::size_t nobody = ~std::size_t{0};
  struct Part {
    Piece left;
    std::size_t owner;  // or nobody
  };

  std::uint32_t min_piece(std::size_t hand) const;
  Piece cut(Part& part, std::size_t hand);

  const Pieces pieces_;
  std::vector<Hand> hands_;
  std::mutex mutex_;  // of all below, and of hands_
  std::condition_variable changed_;
  std::vector<Part> parts_;
  std::size_t held_ = 0;  // pieces that somebody works on
  bool stopped_ = false;
};

}  // namespace wayfront::host
