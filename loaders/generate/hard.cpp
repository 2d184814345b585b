// Small graphs on which some method, or some shortcut in its code, performs badly. Each is described at its function
// and in the README; the case sets the weights, so the weight options do not apply.
#include <string>
#include <type_traits>
#include <utility>

#include "family.hpp"

namespace wayfront::generate {
namespace {

void at_most(const Job& job, Vertex vertices, Vertex max) {
  if (vertices > max)
    throw BadInput("generate: hard: case \"" + std::string(name_of(job.options.hard_case)) + "\" has at most " +
                   std::to_string(max) + " vertices, or its weights would not fit, not " + std::to_string(vertices));
}

constexpr Vertex widest = 1U << 30;                   // weights of up to twice the vertices fit int32
constexpr std::uint64_t last_distance = 0x7fff'fffe;  // of int32, below `unreached`

/// An integer in [0, max] by the number of an arc.
class Small {
 public:
  Small(const Job& job, std::uint64_t max, Stream stream = Stream::weight)
      : random_(job.options.seed, stream), count_(max + 1) {}
  std::int32_t operator()(std::uint64_t index) const {
    return static_cast<std::int32_t>(below(random_(index), count_));
  }

 private:
  Random random_;
  std::uint64_t count_;
};

/// All arcs i -> j with i < j, of weight 2 (j - i) - 1, the farthest first. The path over every vertex is the shortest,
/// and each vertex on it lowers the distance of all that follow: the most decrease-keys that Dijkstra can meet, and n
/// passes of a first-in-first-out queue.
template <WeightType W>
void shortcuts(const Job& job) {
  const std::uint64_t n = job.options.vertices_or(1000);
  at_most(job, static_cast<Vertex>(n), widest);
  fill_rows<W>(
      job, static_cast<Vertex>(n), n, grain / (n + 1), true,
      [n](std::uint64_t u) { return n == 0 ? 0 : u * (2 * n - u - 1) / 2; },
      [n](std::uint64_t u, std::uint64_t& skip, auto&& edge) {
        std::uint64_t v = n - 1 - std::exchange(skip, 0);
        while (v > u && edge(u, v)) --v;
      },
      [](std::uint64_t, std::uint64_t u, std::uint64_t v) {
        return Arc<W>{static_cast<Vertex>(u), static_cast<Vertex>(v), static_cast<W>(2 * (v - u) - 1)};
      });
}

/// A path of unit arcs and an arc from vertex 0 to each j of weight 2 j - 1, the farthest first. In every round each
/// vertex gets a little closer: about n^2 / 2 corrections of 2 n arcs where one bucket or pile holds them all.
template <WeightType W>
void staircase(const Job& job) {
  const Vertex n = job.options.vertices_or(10'000);
  at_most(job, n, widest);
  const std::uint64_t jumps = n < 3 ? 0 : n - std::uint64_t{2};
  fill<W>(job, n, n == 0 ? 0 : jumps + n - 1, true, [&](std::uint64_t i) {
    if (i < jumps) {
      const std::uint64_t v = n - 1 - i;
      return Arc<W>{0, static_cast<Vertex>(v), static_cast<W>(2 * v - 1)};
    }
    const auto u = static_cast<Vertex>(i - jumps);
    return Arc<W>{u, u + 1, W{1}};
  });
}

/// A chain of k = (n - 1) / 2 triangles: from 2 t either over 2 t + 1 at no cost or straight to 2 t + 2 at 2^(k - 1 -
/// t). An algorithm that takes the vertex found last (a stack, depth first) goes through all 2^k distances of the end.
/// With an even n the last vertex is attached to the end.
template <WeightType W>
void doubling(const Job& job) {
  const Vertex n = job.options.vertices_or(33);
  at_most(job, n, 62);
  const std::uint64_t triangles = n == 0 ? 0 : (n - 1) / 2;
  const bool tail = n != 0 && n % 2 == 0;
  fill<W>(job, n, 3 * triangles + (tail ? 1 : 0), true, [&](std::uint64_t i) {
    const auto t = static_cast<Vertex>(i / 3);
    if (t == triangles) return Arc<W>{n - 2, n - 1, W{1}};
    switch (i % 3) {
      case 0:
        return Arc<W>{2 * t, 2 * t + 1, W{0}};
      case 1:
        return Arc<W>{2 * t, 2 * t + 2, static_cast<W>(std::int64_t{1} << (triangles - 1 - t))};
      default:
        return Arc<W>{2 * t + 1, 2 * t + 2, W{0}};
    }
  });
}

/// Rings of eight vertices, joined both ways around by arcs of weight 0, and arcs of weight 0 .. 9 to the next ring:
/// many tight arcs that form cycles, among which only some are a tree.
template <WeightType W>
void zero_cycles(const Job& job) {
  const std::uint64_t n = job.options.vertices_or(10'000);
  constexpr std::uint64_t ring = 8;
  const Small weight(job, 9);
  fill<W>(job, static_cast<Vertex>(n), 2 * n + (n > ring ? n - ring : 0), true, [&](std::uint64_t i) {
    if (i >= 2 * n) {
      const std::uint64_t u = i - 2 * n;
      return Arc<W>{static_cast<Vertex>(u), static_cast<Vertex>(u + ring), static_cast<W>(weight(i))};
    }
    const std::uint64_t u = i / 2, base = u - u % ring;
    const std::uint64_t size = std::min(ring, n - base);
    const std::uint64_t v = base + (u - base + (i % 2 == 0 ? 1 : size - 1)) % size;
    return Arc<W>{static_cast<Vertex>(u), static_cast<Vertex>(v), W{0}};
  });
}

/// 0 -> 1, from the hub 1 to all others but the last, and from those to the last: one vertex of huge out-degree, one of
/// huge in-degree.
template <WeightType W>
void hub(const Job& job) {
  const std::uint64_t n = job.options.vertices_or((1U << 20) + 3);
  const std::uint64_t leaves = n < 3 ? 0 : n - 3;
  const Small weight(job, 99);
  fill<W>(job, static_cast<Vertex>(n), n < 2 ? 0 : 1 + 2 * leaves, true, [&](std::uint64_t i) {
    if (i == 0) return Arc<W>{0, 1, W{1}};
    const auto leaf = static_cast<Vertex>(2 + (i - 1) % leaves);
    const auto cost = static_cast<W>(1 + weight(i));
    return i <= leaves ? Arc<W>{1, leaf, cost} : Arc<W>{leaf, static_cast<Vertex>(n - 1), cost};
  });
}

/// A ring whose vertices have two self-loops (one of weight 0), five arcs to the next vertex, two of them equal, and
/// one back.
template <WeightType W>
void parallel(const Job& job) {
  const std::uint64_t n = job.options.vertices_or(10'000);
  const Small weight(job, 99);
  fill<W>(job, static_cast<Vertex>(n), 8 * n, true, [&](std::uint64_t i) {
    const std::uint64_t u = i / 8, which = i % 8;
    const std::uint64_t v = which < 2 ? u : which < 7 ? (u + 1) % n : (u + n - 1) % n;
    const std::int32_t cost = which == 0 ? 0 : 1 + weight(which == 6 ? i - 1 : i);
    return Arc<W>{static_cast<Vertex>(u), static_cast<Vertex>(v), static_cast<W>(cost)};
  });
}

/// Two halves without an arc between them, and a tenth of the vertices without any arc. In a half each vertex
/// has an arc to the next and three to others.
template <WeightType W>
void disconnected(const Job& job) {
  const std::uint64_t n = job.options.vertices_or(10'000);
  const std::uint64_t half = (n - n / 10) / 2;
  const Small weight(job, 99);
  const Random target(job.options.seed, Stream::target);
  fill<W>(job, static_cast<Vertex>(n), 8 * half, true, [&](std::uint64_t i) {
    const std::uint64_t u = i / 4, base = u < half ? 0 : half;
    const std::uint64_t v = base + (i % 4 == 0 ? (u - base + 1) % half : below(target(i), half));
    return Arc<W>{static_cast<Vertex>(u), static_cast<Vertex>(v), static_cast<W>(1 + weight(i))};
  });
}

/// A path of length `sum`, spread evenly.
template <WeightType W>
void stretched(const Job& job, std::uint64_t sum) {
  const Vertex n = job.options.vertices_or(1000);
  const std::uint64_t arcs = n == 0 ? 0 : n - std::uint64_t{1};
  if (std::is_same_v<W, std::int32_t> && arcs == 1 && sum > last_distance)
    throw BadInput(
        "generate: hard: case \"overflow\" has one arc if there are 2 vertices, and its weight would not fit int32; "
        "weights = \"int64\" can hold it, on the command line --weights int64",
        StatusCode::needs_int64);
  fill<W>(job, n, arcs, true, [&](std::uint64_t i) {
    const auto u = static_cast<Vertex>(i);
    return Arc<W>{u, u + 1, static_cast<W>(sum / arcs + (i < sum % arcs ? 1 : 0))};
  });
}

/// A ring with three more arcs per vertex whose weights 0 .. 100 are shifted by a potential of the ends: many arcs are
/// negative, no cycle is. With `cycle`, the last vertices (at most 16) also form a cycle of weight -1 in all.
template <WeightType W>
void negative(const Job& job, bool cycle) {
  const std::uint64_t n = job.options.vertices_or(10'000);
  const std::uint64_t length = cycle ? std::min<std::uint64_t>(n, 16) : 0;
  const Small weight(job, 100);
  const Small potential(job, 1000, Stream::position);
  const Random target(job.options.seed, Stream::target);
  fill<W>(job, static_cast<Vertex>(n), 4 * n + length, true, [&](std::uint64_t i) {
    std::uint64_t u, v;
    std::int32_t cost;
    if (i < 4 * n) {
      u = i / 4;
      v = i % 4 == 0 ? (u + 1) % n : below(target(i), n);
      cost = weight(i);
    } else {
      const std::uint64_t step = i - 4 * n;
      u = n - length + step;
      v = n - length + (step + 1) % length;
      cost = step == 0 ? -1 : 0;
    }
    return Arc<W>{static_cast<Vertex>(u), static_cast<Vertex>(v), static_cast<W>(cost + potential(u) - potential(v))};
  });
}

}  // namespace

template <WeightType W>
void make_hard(const Job& job) {
  constexpr void (*makers[])(const Job&) = {// in the order of Case
                                            shortcuts<W>,
                                            staircase<W>,
                                            doubling<W>,
                                            zero_cycles<W>,
                                            hub<W>,
                                            parallel<W>,
                                            disconnected<W>,
                                            [](const Job& it) { stretched<W>(it, last_distance); },
                                            [](const Job& it) { stretched<W>(it, last_distance + 1); },
                                            [](const Job& it) { negative<W>(it, false); },
                                            [](const Job& it) { negative<W>(it, true); }};
  static_assert(std::size(makers) == std::size(cases));
  makers[static_cast<std::size_t>(job.options.hard_case)](job);
}

WAYFRONT_FAMILY(make_hard);

}  // namespace wayfront::generate
