#include "run/devices/source_deal.hpp"

#include <algorithm>
#include <cmath>

namespace wayfront::host {
namespace {

constexpr std::uint32_t enough = 512;  // sources that fill a device
constexpr double worth_a_call = 0.02;  // seconds: below, starting and emptying a device counts
constexpr double same_speed = 0.05;    // part of the speed by which calls differ anyway
constexpr double at_first_known = 0.875, at_first_unknown = 0.5;  // of a part

/// The speeds by which parts are made: all equal if one is unknown, or if they differ by little.
std::vector<double> shares_of(std::span<const SourceDeal::Hand> hands) {
  double min = 0, max = 0;
  bool all_known = true, any = false;
  for (const SourceDeal::Hand& hand : hands) {
    if (!hand.in) continue;
    all_known = all_known && hand.speed > 0;
    min = any ? std::min(min, hand.speed) : hand.speed;
    max = std::max(max, hand.speed);
    any = true;
  }
  const bool differ = all_known && min < max * (1 - same_speed);
  std::vector<double> shares;
  for (const SourceDeal::Hand& hand : hands) shares.push_back(!hand.in ? 0 : differ ? hand.speed : 1);
  return shares;
}

}  // namespace

SourceDeal::SourceDeal(std::uint32_t sources, std::span<const Hand> hands, Pieces pieces)
    : pieces_(pieces), hands_(hands.begin(), hands.end()) {
  const std::vector<double> shares = shares_of(hands);
  double all = 0, before = 0;
  for (const double share : shares) all += share;
  std::uint32_t first = 0;
  for (std::size_t i = 0; i < shares.size() && all > 0; ++i) {
    before += shares[i];
    const auto end = static_cast<std::uint32_t>(std::lround(sources * std::min(before / all, 1.0)));
    if (end > first) parts_.push_back({{first, end - first}, i});
    first = std::max(first, end);
  }
}

std::uint32_t SourceDeal::min_piece(std::size_t hand) const {
  if (pieces_ == Pieces::single) return 1;
  const double speed = hands_[hand].speed;
  if (!(speed > 0)) return enough;
  return static_cast<std::uint32_t>(std::clamp<double>(speed * worth_a_call, 1, enough));
}

/// A piece of a part for a hand: of its own from the front, of another one's from the back.
SourceDeal::Piece SourceDeal::cut(Part& part, std::size_t hand) {
  const bool own = part.owner == hand;
  const std::uint32_t min = min_piece(hand), left = part.left.count;
  double share = own && hands_[hand].speed > 0 ? at_first_known : at_first_unknown;
  auto count = pieces_ == Pieces::single ? 1U : std::max(min, static_cast<std::uint32_t>(std::ceil(share * left)));
  if (count >= left || (pieces_ == Pieces::large && left - count < min / 2)) count = left;
  const Piece piece{own ? part.left.first : part.left.first + left - count, count};
  if (own) part.left.first += count;
  part.left.count -= count;
  return piece;
}

std::optional<SourceDeal::Piece> SourceDeal::take(std::size_t hand) {
  std::unique_lock lock(mutex_);
  for (;;) {
    if (stopped_ || !hands_[hand].in) return std::nullopt;
    const auto own =
        std::ranges::find_if(parts_, [&](const Part& part) { return part.owner == hand && part.left.count != 0; });
    const auto from = own != parts_.end()
                          ? own
                          : std::ranges::max_element(parts_, {}, [](const Part& part) { return part.left.count; });
    if (from != parts_.end() && from->left.count != 0) {
      ++held_;
      return cut(*from, hand);
    }
    if (held_ == 0) return std::nullopt;
    changed_.wait(lock);
  }
}

void SourceDeal::done() {
  const std::scoped_lock lock(mutex_);
  --held_;
  if (held_ == 0) changed_.notify_all();
}

bool SourceDeal::give_back(std::size_t hand, Piece piece) {
  const std::scoped_lock lock(mutex_);
  --held_;
  hands_[hand].in = false;
  for (Part& part : parts_)
    if (part.owner == hand) part.owner = nobody;
  parts_.push_back({piece, nobody});
  changed_.notify_all();
  return std::ranges::any_of(hands_, &Hand::in);
}

void SourceDeal::stop() {
  const std::scoped_lock lock(mutex_);
  stopped_ = true;
  changed_.notify_all();
}

}  // namespace wayfront::host
