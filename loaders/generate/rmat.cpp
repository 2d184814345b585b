// Recursive matrix graphs (Chakrabarti, Zhan and Faloutsos, SDM 2004) with the parameters of Graph500 as defaults.
//
// The adjacency matrix is halved both ways `scale` times; an arc falls into the upper left, upper right, lower left or
// lower right quarter with probability a, b, c or d = 1 - a - b - c. Instead of one draw per level, four levels are
// drawn at once from an alias table of their 256 outcomes (Huebschle-Schneider and Sanders, Network Science 2020;
// Walker 1977). Parallel arcs are kept, as in Graph500; a self-loop is drawn again unless self-loops are allowed, so
// the number of arcs is exact.
#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "family.hpp"

namespace wayfront::generate {
namespace {

/// The outcomes of up to four levels of the recursion, as an alias table.
class Levels {
 public:
  Levels(const Options& options, int levels) : bits_(2 * levels), levels_(levels) {
    const std::size_t outcomes = std::size_t{1} << bits_;
    const std::array<double, 4> quarter = {options.a, options.b, options.c,
                                           std::max(0.0, 1 - options.a - options.b - options.c)};
    std::vector<double> share(outcomes);  // of an outcome, times their number: 1 on average
    entries_.resize(outcomes);
    for (std::size_t outcome = 0; outcome < outcomes; ++outcome) {
      double probability = 1;
      std::uint32_t source = 0, target = 0;
      for (int level = levels - 1; level >= 0; --level) {
        const std::size_t q = (outcome >> (2 * level)) & 3;
        probability *= quarter[q];
        source = source << 1 | static_cast<std::uint32_t>(q >> 1);
        target = target << 1 | static_cast<std::uint32_t>(q & 1);
      }
      share[outcome] = probability * static_cast<double>(outcomes);
      entries_[outcome] = {0, {static_cast<std::uint8_t>(source), 0}, {static_cast<std::uint8_t>(target), 0}};
    }
    give_aliases(share);
  }

  int levels() const { return levels_; }

  /// Puts the levels that `random` stands for below those that source and target have.
  void append(std::uint32_t random, Vertex& source, Vertex& target) const {
    const Entry& entry = entries_[bits_ == 0 ? 0 : random >> (32 - bits_)];
    const std::size_t side = (random & coin_mask()) < entry.threshold ? 0 : 1;
    source = source << levels_ | entry.source[side];
    target = target << levels_ | entry.target[side];
  }

 private:
  struct Entry {
    std::uint32_t threshold;  // coins below it keep the entry's own outcome, the others take its alias
    std::uint8_t source[2];   // own, alias
    std::uint8_t target[2];
  };

  std::uint32_t coin_mask() const { return 0xffff'ffffU >> bits_; }

  /// Vose's method: outcomes rarer than the average fill up with one that is more frequent.
  void give_aliases(std::vector<double>& share) {
    std::vector<std::size_t> rare, frequent;
    for (std::size_t i = 0; i < share.size(); ++i) (share[i] < 1 ? rare : frequent).push_back(i);
    const double coins = static_cast<double>(coin_mask()) + 1;
    while (!rare.empty() && !frequent.empty()) {
      const std::size_t low = rare.back(), high = frequent.back();
      rare.pop_back();
      set(low, share[low] * coins, high);
      share[high] -= 1 - share[low];
      if (share[high] < 1) {
        frequent.pop_back();
        rare.push_back(high);
      }
    }
    for (const std::size_t i : rare) set(i, coins, i);  // 1 except for rounding
    for (const std::size_t i : frequent) set(i, coins, i);
  }

  void set(std::size_t entry, double threshold, std::size_t alias) {
    entries_[entry].threshold = static_cast<std::uint32_t>(std::min(threshold, 4294967295.0));
    entries_[entry].source[1] = entries_[alias].source[0];
    entries_[entry].target[1] = entries_[alias].target[0];
  }

  int bits_;
  int levels_;
  std::vector<Entry> entries_;
};

/// Where arcs fall, before vertices are renumbered.
class Matrix {
 public:
  explicit Matrix(const Options& options)
      : pieces_(options.scale / 4),
        four_(options, 4),
        rest_(options, static_cast<int>(options.scale % 4)),
        words_((pieces_ + 2) / 2) {}

  /// Uses the numbers of `random` from index * words() on.
  void draw(const Random& random, std::uint64_t index, Vertex& source, Vertex& target) const {
    source = target = 0;
    std::uint64_t word = 0;
    for (std::uint64_t piece = 0; piece <= pieces_; ++piece) {
      word = piece % 2 == 0 ? random(index * words_ + piece / 2) : word << 32;
      (piece < pieces_ ? four_ : rest_).append(static_cast<std::uint32_t>(word >> 32), source, target);
    }
  }

 private:
  std::uint64_t pieces_;
  Levels four_;
  Levels rest_;
  std::uint64_t words_;  // 64-bit numbers that an arc takes
};

void check(const Options& options, std::uint64_t arcs) {
  const double sum = options.a + options.b + options.c;
  if (!(sum <= 1 + 1e-9))
    throw BadInput("generate: rmat: a + b + c is " + std::to_string(sum) + "; it must not be above 1");
  const bool only_loops = options.scale == 0 || options.b + options.c == 0;
  if (only_loops && arcs != 0 && !options.self_loops)
    throw BadInput(options.scale == 0
                       ? "generate: rmat: a graph of one vertex (scale 0) has no arcs but self-loops; set self_loops = "
                         "true or edges = 0"
                       : "generate: rmat: with b = c = 0 there are no arcs but self-loops; set self_loops = true");
}

}  // namespace

template <WeightType W>
void make_rmat(const Job& job) {
  const Options& options = job.options;
  const auto vertices = static_cast<Vertex>(std::uint64_t{1} << options.scale);
  const std::uint64_t arcs = options.arcs(vertices);
  check(options, arcs);
  const Matrix matrix(options);
  const Random first(options.seed, Stream::source);
  const Random again(options.seed, Stream::redraw);
  const ArcMaker<W> arc(options, vertices);
  constexpr std::uint64_t max_attempts = 64;
  fill<W>(job, vertices, arcs, !options.symmetric, [&](std::uint64_t i) {
    Vertex source, target;
    matrix.draw(first, i, source, target);
    if (source == target && !options.self_loops) {
      for (std::uint64_t attempt = 0; source == target && attempt < max_attempts; ++attempt)
        matrix.draw(again, i * max_attempts + attempt, source, target);
      if (source == target) target ^= 1;  // b + c all but 0
    }
    return arc(source, target, i);
  });
}

WAYFRONT_FAMILY(make_rmat);

}  // namespace wayfront::generate
