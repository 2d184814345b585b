#include "../../test.hpp"
#include "wayfront/stopping.hpp"

namespace wayfront::host {
namespace asked_rows_test {

template <WeightType W>
struct Row {
  explicit Row(double limit) : exact_to(limit_as<W>(limit)) {
    output.kind = weight_kind<W>;
    output.exact_to = &exact_to;
  }
  Output output;
  W exact_to;
};

TEST_CASE_TEMPLATE("with a limit, rows start at the first distance beyond it", W, std::int32_t, float, std::int64_t,
                   double) {
  using D = Magnitude<W>;
  constexpr double infinite = std::numeric_limits<double>::infinity();
  const D none{};
  for (const double limit : {0.0, 0.5, 7.0, 1e6}) {
    CAPTURE(limit);
    const Stopping<W> stopping({.more = {.limit = limit}}, &none);
    CHECK(stopping.is_limited());
    CHECK_FALSE(stopping.may_stop());
    CHECK(static_cast<double>(stopping.limit()) <= limit);
    CHECK(static_cast<double>(stopping.start()) > limit);
    CHECK(stopping.start() > stopping.limit());
    CHECK(static_cast<double>(stopping.start()) <= limit + 1);
  }
  const Stopping<W> unlimited({.more = {.limit = infinite}}, &none);
  CHECK_FALSE(unlimited.is_limited());
  CHECK(unlimited.start() == D(unreached<W>));
  CHECK(unlimited.limit() == D(unreached<W>));
  const Stopping<W> below({.more = {.limit = -5}}, &none);  // not even the source, whose distance stays 0
  CHECK(below.limit() == 0);
  CHECK(below.start() > D{0});
  constexpr W last = std::is_floating_point_v<W> ? std::numeric_limits<W>::max() : unreached<W> - 1;
  CHECK(Stopping<W>({.more = {.limit = static_cast<double>(last)}}, &none).start() == D(unreached<W>));
}

TEST_CASE_TEMPLATE("targets and count: both have to be settled, and the row is exact as far as the search got", W,
                   std::int32_t, float, std::int64_t, double) {
  using D = Magnitude<W>;
  const std::vector<D> distances = {0, 4, 9, D(unreached<W>), 2};
  const std::vector<Vertex> near = {4, 0}, far = {2, 1}, unknown = {1, 3};
  {
    Row<W> row(100);
    Stopping<W> stopping({.more = {.targets = near, .limit = 100}}, distances.data());
    CHECK(stopping.may_stop());
    CHECK_FALSE(stopping.done(D{1}, 2));
    stopping.write(row.output, 0);
    CHECK(row.exact_to == 100);
    CHECK(stopping.done(D{3}, 2));
    CHECK(stopping.has_stopped());
    stopping.write(row.output, 0);
    CHECK(row.exact_to == 3);
  }
  {
    Stopping<W> stopping({.more = {.targets = near, .count = 3}}, distances.data());
    CHECK_FALSE(stopping.done(D{3}, 2));
    CHECK(stopping.done(D{4}, 3));
    Stopping<W> counting({.more = {.count = 3}}, distances.data());
    CHECK_FALSE(counting.done(D{2}, 2));
    CHECK(counting.done(D{4}, 4));
    Row<W> row(3);  // a limit below what was settled stays
    counting.write(row.output, 0);
    CHECK(row.exact_to == 3);
  }
  {
    Row<W> row(std::numeric_limits<double>::infinity());
    Stopping<W> stopping({.more = {.targets = far}}, distances.data());
    CHECK_FALSE(stopping.done_with_targets([](D distance) { return distance < 9; }));
    CHECK(stopping.done_with_targets([](D distance) { return distance < 10; }));
    stopping.write(row.output, 0);
    CHECK(row.exact_to == 9);
    Stopping<W> endless({.more = {.targets = unknown}}, distances.data());
    CHECK_FALSE(endless.done_with_targets([](D distance) { return distance < 1'000'000; }));
    CHECK_FALSE(Stopping<W>({}, distances.data()).done_with_targets([](D) { return true; }));
  }
}

TEST_CASE_TEMPLATE("the limit falls with the farthest target, once all have a distance", W, std::int32_t, double) {
  std::vector<W> distances = {0, 40, unreached<W>, 70};
  const std::vector<Vertex> targets = {1, 2};
  Row<W> row(std::numeric_limits<double>::infinity());
  Stopping<W, W> stopping({.more = {.targets = targets}}, distances.data());
  stopping.lower_limit_to_targets();
  CHECK(stopping.start() == unreached<W>);
  distances[2] = 50;
  stopping.lower_limit_to_targets();
  CHECK(stopping.limit() == 50);
  distances[2] = 30;
  stopping.lower_limit_to_targets();
  CHECK(stopping.limit() == 40);
  CHECK(stopping.start() > 40);
  stopping.write(row.output, 0);
  CHECK(row.exact_to == 40);
}

}  // namespace asked_rows_test
}  // namespace wayfront::host
