// The pipeline's rules for every call of a plugin.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/fields.hpp"

namespace wayfront::host {

/// Where plugins keep bytes for later runs (RunContext::keep).
struct KeepRule {
  std::string directory{};  // of a cache; "": nothing is kept, and nothing found
  double max_bytes = 10e9;  // of all its entries
  double min_seconds = 0;   // what prepared faster is not worth it
};

/// The devices of a plugin that uses one. They share the sources of a call.
struct DeviceRule {
  bool all = false;            // all that the plugin can use, from 0 on
  std::vector<int> indices{};  // otherwise these; empty: the first one

  bool given() const { return all || !indices.empty(); }
};

/// "first", "all" or "0, 1".
std::string text_of(const DeviceRule& rule);

struct MeasureRules {
  double timeout = 60;       // seconds per call of the plugin
  double run_timeout = 0;    // seconds for all calls of one run together; 0: no limit
  double total_timeout = 0;  // seconds for the whole pipeline; 0: no limit
  std::uint64_t memory = 0;  // max bytes of a worker in addition to the graph; 0: most of the free memory
  bool trace = false;
  bool work = true;
  KeepRule keep{};
  unsigned parallel_sources = 1;  // instances that solve the sources of a batch at the same time; 0: one per thread
  DeviceRule devices{};
};

/// What the process of a plugin is told of them: the others are the host's.
template <>
inline constexpr auto fields<MeasureRules> =
    std::tuple{told<&MeasureRules::timeout>("timeout"),
               told<&MeasureRules::trace>("trace"),
               told<&MeasureRules::work>("work"),
               told<&MeasureRules::parallel_sources>("parallel_sources"),
               told<&MeasureRules::devices, &DeviceRule::all>("all_devices"),
               told<&MeasureRules::devices, &DeviceRule::indices>("devices"),
               told<&MeasureRules::keep, &KeepRule::directory>("keep"),
               told<&MeasureRules::keep, &KeepRule::max_bytes>("keep_max_bytes"),
               told<&MeasureRules::keep, &KeepRule::min_seconds>("keep_min_seconds")};

/// Seconds after its time limit in which a plugin must stop, before it counts as stuck.
double grace(const MeasureRules& rules);

}  // namespace wayfront::host
