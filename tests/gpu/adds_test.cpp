// adds where it differs from other plugins: many random graphs under many options, the corners of its queue, what it
// refuses and how, and many solves in a row. The conformance suite has the rest.
#include "plugin_test.hpp"

namespace wayfront::host::conformance {
namespace {

/// A number that is not whole, or that of delta, whose other row is a word.
Values with_real(Values values, std::string_view name, double number) {
  OptionValue& value = values[place_of(name, true)];
  value.is_set = true;
  value.real = number;
  return values;
}
Values with_delta(Values values, double delta) { return with_real(std::move(values), "delta", delta); }

/// Values of the option `utilisation`; `numbers` must outlive what comes back.
Values with_utilisation(Values values, const std::vector<OptionValue>& numbers) {
  OptionValue& value = values[place_of("utilisation")];
  value.is_set = true;
  value.items = numbers.data();
  value.item_count = numbers.size();
  return values;
}

}  // namespace

std::string plugin_file() { return "tuned/adds.so"; }

std::vector<Values> option_sets() {
  return {
      values_with({}),
      with_delta(values_with({}), 1),
      with_delta(values_with({}), 1e30),
      with_delta(values_with({{"buckets", 2}, {"open_buckets", 1}}), 7),
      with_delta(values_with({{"buckets", 64}, {"open_buckets", 64}}), 0.5),
      values_with({{"delta", 1}, {"block_words", 1024}}),
      values_with({{"worker_blocks", 1}, {"worker_threads", 128}}),
      values_with({{"ready", 1}}),
      with_delta(
          values_with({{"ready", 1}, {"segment", 32}, {"block_words", 1024}, {"buckets", 3}, {"open_buckets", 3}}), 3),
      values_with({{"push_only_if_improved", 0}}),
      values_with({{"stale_filter", 0}, {"least_grain", 32}}),
      values_with({{"push_only_if_improved", 0}, {"stale_filter", 0}, {"worker_threads", 1024}}),
      values_with({{"local_hops", 0}}),
      values_with({{"local_hops", 1}, {"local_items", 512}, {"open_buckets", 1}}),
      with_delta(values_with({{"local_hops", 100'000}, {"local_items", 1}, {"ready", 1}}), 50),
      with_real(values_with({{"settle_switches", 1}, {"buckets", 4}}), "clip_share", 0),
      with_real(values_with({{"least_grain", 1}, {"worker_blocks_per_sm", 1}}), "pool_fraction", 8),
  };
}

namespace {

TEST_CASE("options that contradict each other are refused with a sentence") {
  CHECK(refusal(values_with({{"worker_threads", 192}})) == "adds: worker_threads = 192 is not a power of two");
  std::vector<OptionValue> band(2);
  band[0].real = 0.75;
  band[1].real = 0.25;
  CHECK(refusal(with_utilisation(values_with({}), band)) ==
        "adds: utilisation takes two numbers, the low one first: [0.2, 0.7]");
  band[0].real = 0.1;
  CHECK(refusal(with_utilisation(values_with({{"delta", 1}}), band)).starts_with("adds: utilisation needs delta = "));
  CHECK(
      refusal(with_utilisation(with_delta(values_with({}), 5), band)).starts_with("adds: utilisation needs delta = "));
  CHECK(refusal(values_with({{"open_buckets", 9}, {"buckets", 8}})) == "adds: open_buckets = 9 is above buckets = 8");
}

TEST_CASE("any band of utilisation gives right answers, however often delta and the open buckets change") {
  WAYFRONT_NEEDS_DEVICE();
  std::vector<OptionValue> idle(2), busy(2), middle(2);
  busy[0].real = busy[1].real = 1;  // delta grows as long as a worker waits
  middle[0].real = 0.4;
  middle[1].real = 0.5;
  const Values quick = values_with({{"settle_switches", 1}, {"buckets", 4}});
  std::vector<Values> sets;
  for (const auto* band : {&idle, &busy, &middle})
    for (const Values& values : {values_with({}), quick, profile_values("paper")})
      sets.push_back(with_utilisation(values, *band));
  for (std::uint64_t seed = 0; seed < 90; ++seed) check_random<std::int32_t>(seed, false, sets[seed % sets.size()]);
  check_all(grid<std::int32_t>(200, 200, 7), sets);
}

TEST_CASE("what lies beyond a limit costs nothing") {
  WAYFRONT_NEEDS_DEVICE();
  const Savings limited = savings(values_with({}), 1000, {});
  CHECK(limited.bounded < limited.all / 4);
}

TEST_CASE("a hub of 2^20 arcs, with parallel arcs and ways back, is shared by the workers") {
  WAYFRONT_NEEDS_DEVICE();
  constexpr Vertex leaves = 1U << 20;
  TestGraph<std::int32_t> test{leaves + 2, {}, {0, 1, leaves + 1}};
  for (Vertex v = 1; v <= leaves; ++v) {
    const auto weight = static_cast<std::int32_t>(v * 2'654'435'761U >> 25) + 1;
    test.add(0, v, weight);
    if (v % 64 == 0) test.add(0, v, weight - 1);
    if (v % 1000 == 0) test.add(v, 0, 2);
    if (v % 7 == 0) test.add(v, leaves + 1, 300 - weight);
  }
  test.add(leaves + 1, 0, 1);
  check_all(test, {values_with({}), with_delta(values_with({}), 1), values_with({{"worker_blocks", 1}}),
                   values_with({{"ready", 1}})});
}

TEST_CASE("a path of a million vertices goes through the same few blocks of memory again and again") {
  WAYFRONT_NEEDS_DEVICE();
  constexpr Vertex vertices = 1'000'000;
  TestGraph<std::int32_t> test{vertices, {}, {0}};
  for (Vertex v = 0; v + 1 < vertices; ++v) test.add(v, v + 1, static_cast<std::int32_t>(v % 3));
  const Values few = with_real(values_with({{"block_words", 1024}}), "pool_fraction", 0);
  check_all(test, {with_delta(few, 1), with_delta(few, 1e30)});
}

TEST_CASE("indices that go round 2^32 change nothing, whatever tells that items are there") {
  WAYFRONT_NEEDS_DEVICE();
  constexpr std::int64_t end = std::int64_t{1} << 32, block = 1024;
  TestGraph<std::int32_t> mesh = grid<std::int32_t>(120, 120, 5);  // fills many blocks of its buckets
  mesh.sources = {0, 7'260};
  std::vector<Values> sets;
  for (const std::int64_t first : {end - 1, end - 2 * block, end - 5 * block})
    for (const std::int64_t ready : {0, 1}) {
      const Values values =
          values_with({{"first_index", first}, {"block_words", block}, {"ready", ready}, {"local_hops", 0}});
      sets.push_back(values);
      sets.push_back(with_delta(values, 1));
      sets.push_back(with_delta(values, 1e30));
    }
  check_all(mesh, sets);
  const Work work = work_of(
      mesh, with_delta(values_with({{"first_index", end - 1}, {"block_words", block}, {"local_hops", 0}}), 1e30));
  CHECK(work.pushed > 2 * block);  // so that the index of the only bucket in use went over the end
}

TEST_CASE("the head goes round thousands of times while delta is far too small") {
  WAYFRONT_NEEDS_DEVICE();
  TestGraph<std::int32_t> test = grid<std::int32_t>(60, 60, 5);
  for (auto& arc : test.arcs) arc.weight *= 50;
  test.sources = {0, 1830};
  check_all(test, {with_delta(values_with({{"buckets", 2}, {"open_buckets", 1}}), 1),
                   with_delta(values_with({{"buckets", 5}, {"open_buckets", 5}}), 1),
                   with_delta(values_with({{"buckets", 64}}), 2)});
}

TEST_CASE("components joined by arcs of weight zero, cycles among them, end") {
  WAYFRONT_NEEDS_DEVICE();
  constexpr Vertex size = 5'000;
  TestGraph<std::int32_t> test{3 * size, {}, {0, size, 2 * size - 1}};
  for (Vertex v = 0; v < size; ++v) {
    test.add(v, (v + 1) % size, 0);
    test.add_both(size + v, size + (v * 17 + 3) % size, 0);
    test.add_both(2 * size + v, 2 * size + (v * 31 + 1) % size, static_cast<std::int32_t>(v % 2));
    if (v % 500 == 0) test.add(v, size + v, 0);
    if (v % 700 == 0) test.add(size + v, 2 * size + v, 1);
  }
  check_all(test, option_sets());
}

TEST_CASE("a pool that is too small ends the solve with a hint, and the next one is as good as new") {
  WAYFRONT_NEEDS_DEVICE();
  constexpr Vertex leaves = 1U << 20;
  TestGraph<std::int32_t> test{leaves + 1, {}, {0}};
  for (Vertex v = 1; v <= leaves; ++v) test.add(0, v, 1);
  auto [graph, subject] = Prepared(test, with_real(values_with({{"block_words", 1024}}), "pool_fraction", 0));
  for (int round = 0; round < 3; ++round) {
    subject.context().start(0, false);
    const Subject::Answer answer = subject.solve(0, false);
    CHECK(answer.status.code == StatusCode::out_of_memory);
    CHECK(contains(answer.status.text(), "raise pool_fraction"));
    CHECK_NOTHROW(subject.check<std::int32_t>(7, solve_plainly<std::int32_t>(*graph, 7)));
  }
}

TEST_CASE("work is counted: on a path every vertex once, with nothing stale") {
  WAYFRONT_NEEDS_DEVICE();
  TestGraph<std::int32_t> test{1'000, {}, {0}};
  for (Vertex v = 0; v + 1 < 1'000; ++v) test.add(v, v + 1, 2);
  const Work work = work_of(test, with_delta(values_with({}), 2));
  CHECK(work.settled == 1'000);
  CHECK(work.relaxed == 999);
  CHECK(work.improved == 999);
  CHECK(work.pushed == 1'000);
  CHECK(work.stale == 0);
  CHECK(work.rounds >= 999);    // switches of the head bucket
  CHECK(work.rounds <= 1'100);  // a slow device may look for work in between
}

TEST_CASE("10,000 solves in a row from changing sources are all right") {
  WAYFRONT_NEEDS_DEVICE();
  auto [graph, subject] = Prepared(grid<std::int32_t>(50, 40, 3));
  for (std::uint32_t round = 0; round < 10'000; ++round) {
    CAPTURE(round);
    REQUIRE_NOTHROW(subject.solve_right(round * 7919 % 2'000));
  }
}

}  // namespace
}  // namespace wayfront::host::conformance
