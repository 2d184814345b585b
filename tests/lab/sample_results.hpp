// Results that no plugin made, for tests of what is done with them.
#pragma once

#include <limits>

#include "record/result.hpp"

namespace wayfront::host {

inline Sample made_sample(std::uint64_t source, unsigned repeat, double solve) {
  Sample it;
  it.source = source;
  it.repeat = repeat;
  it.solve = it.compute = solve;
  it.certificate.reached = 10;
  it.certificate.reached_edges = 1000;
  it.certificate.digest = "abc";
  return it;
}

/// Two runs of two samples each, the second the faster one, and one that was skipped. Every field has a value of its
/// own, and the numbers among them are none that a decimal would hold exactly.
inline Results made_results() {
  constexpr double third = 1.0 / 3;
  Results it;
  it.started = "2026-01-02T03:04:05Z";
  it.seconds = 100 * third;
  it.machine = {{"processor", "P"}, {"threads", 2}};
  it.pipeline = {{"file", "p.toml"}};
  it.graph = {{"name", "x.gr"},     {"digest", "0123"}, {"vertices", 10},  {"edges", 2000},       {"directed", true},
              {"weights", "int32"}, {"min_weight", 1},  {"max_weight", 9}, {"load_seconds", 0.5}, {"weight_rule", ""}};
  it.vertices = 10;
  it.edges = 2000;
  it.sources = {1, 2};
  it.readings.devices = {{.device = 1,
                          .source = 2,
                          .repeat = 1,
                          .graphics_mhz = 1980,
                          .memory_mhz = 3201,
                          .celsius = 61,
                          .watts = 700 * third,
                          .throttled = {"power cap"}}};
  it.readings.machine = {{.source = 2,
                          .repeat = 1,
                          .seconds = third,
                          .others = 0.01 * third,
                          .stolen = 0.02 * third,
                          .load = 4 * third,
                          .runnable = 2,
                          .mhz = 3400,
                          .throttles = 0}};

  RunResult slow;
  slow.label = "slow";
  slow.plugin = "tortoise";
  slow.version = "1.0";
  slow.file = "/lib/tortoise.so";
  slow.options = {{"delta", {{"value", 3}, {"set", true}}}};
  slow.baseline = true;
  slow.prepare = 0.1;
  slow.usage.peak_bytes = 1ULL << 60;
  slow.usage.device = {.peak = 123'456'789, .estimate = 130'000'000};
  slow.usage.workers = 1;
  slow.usage.opening = 0.02 * third;
  slow.usage.outside = 0.01 * third;
  slow.usage.waiting = 5 * third;
  slow.samples = {made_sample(1, 1, 0.002), made_sample(2, 1, 0.006)};
  Sample& traced = slow.samples[0];
  traced.work = {5, 10, 20, 15, 12, 2};
  traced.certificate.distance_sum = 1e300 * third;
  traced.certificate.max_distance = 7;
  traced.rounds.kept = {{{0, 1, 4, 4, 12.5, 1e-4 * third}, 4},
                        {{1, 4, 16, 11, std::numeric_limits<double>::infinity(), 1e-3}, 20}};
  traced.rounds.count = 2;
  traced.upload = 1e-5 * third;
  traced.forced_switches = 3;
  traced.compared = 1;

  RunResult fast;
  fast.label = "fast, \"quoted\"";
  fast.plugin = "hare";
  fast.options = nlohmann::json::object();
  fast.control = true;
  fast.predecessors = "host";
  fast.prepare = 0.5;
  fast.samples = {made_sample(2, 1, 0.002), made_sample(1, 1, 0.001)};

  RunResult skipped;
  skipped.label = "skipped";
  skipped.plugin = "p";
  skipped.options = nlohmann::json::object();
  skipped.status = RunStatus::skipped;
  skipped.reason = "no such device";
  it.runs = {slow, fast, skipped};
  return it;
}

}  // namespace wayfront::host
