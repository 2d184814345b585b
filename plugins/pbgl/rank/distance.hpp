// Distances as Parallel BGL calculates with them: the weight type's own sums, as everywhere in Wayfront.
//
// The library adds with a bare `+`, divides by delta and subtracts lightest in-arcs. With int32 that wraps; with float
// it settles vertices by a difference that was rounded, and loses vertices whose heavy arc, rounded, ends in the bucket
// it started from. So it is given a number type of which each of these operations is right.
#pragma once

#include <boost/mpi/datatype.hpp>
#include <cstddef>
#include <limits>
#include <type_traits>

#include "../message.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::pbgl {

/// Which comparison of a weight with delta the type is for.
enum class Use { any, stepping };

class TooManyBuckets : public std::exception {};

/// distance - weight, exact but for int64's and double's own limits, which differences of this size do not meet.
template <WeightType W>
struct Difference {
  std::conditional_t<std::is_same_v<W, float>, double, std::int64_t> value{};
};

template <WeightType W, Use U = Use::any>
struct Distance {
  W value{};

  constexpr Distance() = default;
  constexpr Distance(int zero) : value(static_cast<W>(zero)) {}  // NOLINT: the library writes 0
  static constexpr Distance of(W value) {
    Distance distance;
    distance.value = value;
    return distance;
  }

  friend constexpr bool operator==(Distance a, Distance b) { return a.value == b.value; }
  friend constexpr bool operator!=(Distance a, Distance b) { return a.value != b.value; }
  friend constexpr bool operator<(Distance a, Distance b) { return a.value < b.value; }
  /// Delta-stepping asks with <= and > alone whether an arc is light. A heavy arc may go to a later bucket only, which
  /// a rounded sum does not promise: arcs of float weight are all light.
  friend constexpr bool operator<=(Distance a, Distance b) {
    return (U == Use::stepping && std::is_same_v<W, float>) || a.value <= b.value;
  }
  friend constexpr bool operator>(Distance a, Distance b) { return !(a <= b); }

  friend constexpr Distance operator+(Distance a, Distance b) { return of(saturating_add(a.value, b.value)); }
  /// The number of the bucket of width b in which a lies. Throws TooManyBuckets.
  friend std::size_t operator/(Distance a, Distance b) {
    const double bucket = static_cast<double>(a.value) / static_cast<double>(b.value);
    if (!(bucket < static_cast<double>(max_buckets))) throw TooManyBuckets();
    return static_cast<std::size_t>(bucket);
  }

  /// Crauser's IN criterion. Where a difference of floats rounds at all, it does so far below the last bit of the
  /// distances, so a vertex that passes is final.
  friend constexpr Difference<W> operator-(Distance a) {
    return {-static_cast<decltype(Difference<W>::value)>(a.value)};
  }
  friend constexpr Difference<W> operator-(Distance a, Distance b) { return a + -b; }
  friend constexpr Difference<W> operator+(Distance a, Difference<W> b) { return {a.value + b.value}; }
  friend constexpr bool operator<=(Difference<W> a, Distance b) { return a.value <= b.value; }

  template <class Archive>
  void serialize(Archive& archive, unsigned) {
    archive& value;
  }
};

struct Combine {
  template <class A, class B>
  constexpr auto operator()(A a, B b) const {
    return a + b;
  }
};
struct Compare {
  template <class D>
  constexpr bool operator()(D a, D b) const {
    return a < b;
  }
  template <WeightType W>
  constexpr bool operator()(Difference<W> a, Difference<W> b) const {
    return a.value < b.value;
  }
};

}  // namespace wayfront::pbgl

template <wayfront::WeightType W, wayfront::pbgl::Use U>
class std::numeric_limits<wayfront::pbgl::Distance<W, U>> {
 public:
  static constexpr bool is_specialized = true;
  static constexpr auto max() noexcept { return wayfront::pbgl::Distance<W, U>::of(wayfront::unreached<W>); }
};

template <wayfront::WeightType W, wayfront::pbgl::Use U>
struct boost::mpi::is_mpi_datatype<wayfront::pbgl::Distance<W, U>> : boost::mpl::true_ {};
