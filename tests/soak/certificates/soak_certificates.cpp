// The campaign `certificates`: an oracle and the certificate judge right and wrong answers to random small graphs, and
// have to agree on each. See ../README.md.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <exception>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "trial.hpp"

namespace wayfront::certificates {
namespace {

constexpr const char* usage =
    "usage: soak_certificates [--count N] [--seed S] [--first N] [--jobs J] [--require NAME=MIN]...\n"
    "  --count    graphs to try (default: 1000)\n"
    "  --seed     of all random choices (default: from the clock)\n"
    "  --first    the number of the first graph (default: 0)\n"
    "  --jobs     threads, 1 to 1024 (default: 1)\n"
    "  --require  fail if fewer were counted, such as \"accepted and right=1000\"\n";

struct Settings {
  std::uint64_t count = 1000;
  std::uint64_t seed = static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
  std::uint64_t first = 0;
  std::uint64_t jobs = 1;
  Counts required;
};

/// Where the number of an option goes, or null; `name` is that of a count.
std::uint64_t* place_of(std::string_view option, std::string_view name, Settings& settings) {
  if (option == "--count") return &settings.count;
  if (option == "--seed") return &settings.seed;
  if (option == "--first") return &settings.first;
  if (option == "--jobs") return &settings.jobs;
  const auto* const found = std::ranges::find(count_names, name);
  if (option != "--require" || found == std::end(count_names)) return nullptr;
  return &settings.required.values[static_cast<std::size_t>(found - count_names)];
}

std::optional<Settings> read_arguments(std::span<char*> arguments) {
  Settings settings;
  for (std::size_t i = 1; i < arguments.size(); i += 2) {
    if (i + 1 == arguments.size()) return std::nullopt;
    const std::string_view value = arguments[i + 1];
    const std::size_t sign = value.rfind('=');  // where there is none, the number begins at 0
    std::uint64_t* const place = place_of(arguments[i], value.substr(0, sign), settings);
    if (place == nullptr) return std::nullopt;
    const auto [end, error] = std::from_chars(value.data() + (sign + 1), value.data() + value.size(), *place);
    if (error != std::errc() || end != value.data() + value.size()) return std::nullopt;
  }
  if (settings.jobs < 1 || settings.jobs > 1024) return std::nullopt;
  return settings;
}

class Campaign {
 public:
  explicit Campaign(const Settings& settings) : settings_(settings) {}

  int run() {
    const auto start = std::chrono::steady_clock::now();
    {
      std::vector<std::jthread> threads;
      for (std::uint64_t i = 1; i < settings_.jobs; ++i) threads.emplace_back([this] { work(); });
      work();
    }
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    bool enough = true;
    std::string counted;
    for (std::size_t i = 0; i < std::size(count_names); ++i) {
      const std::uint64_t count = counts_.values[i], required = settings_.required.values[i];
      counted += fmt::format("{} {}, ", count, count_names[i]);
      if (count >= required) continue;
      enough = false;
      fmt::print("too little was tried: {} {}, where {} are required\n", count, count_names[i], required);
    }
    fmt::print("{}{} disagreements; seed {}, {:.0f} s\n", counted, disagreements_, settings_.seed, seconds.count());
    return disagreements_ == 0 && enough ? 0 : 1;
  }

 private:
  void work() {
    Counts counts;
    for (;;) {
      const std::uint64_t i = next_.fetch_add(1);
      if (i >= settings_.count) break;
      const std::string fault = tried(settings_.first + i, counts);
      if (!fault.empty()) report(settings_.first + i, fault);
    }
    const std::scoped_lock lock(mutex_);
    counts_.add(counts);
  }

  std::string tried(std::uint64_t graph, Counts& counts) const {
    try {
      return try_graph(settings_.seed, graph, counts);
    } catch (const std::exception& error) {
      return fmt::format("it ends with the exception '{}'\n", error.what());
    }
  }

  void report(std::uint64_t graph, const std::string& fault) {
    constexpr std::uint64_t shown = 10;
    const std::scoped_lock lock(mutex_);
    if (++disagreements_ > shown) return;
    fmt::print("graph {}: {}  again: soak_certificates --seed {} --first {} --count 1\n", graph, fault, settings_.seed,
               graph);
    if (disagreements_ == shown) fmt::print("further disagreements are counted, but not shown\n");
    std::fflush(stdout);
  }

  const Settings& settings_;
  std::atomic<std::uint64_t> next_ = 0;
  std::mutex mutex_;  // of the two below
  Counts counts_;
  std::uint64_t disagreements_ = 0;
};

}  // namespace
}  // namespace wayfront::certificates

int main(int count, char** arguments) {
  using namespace wayfront::certificates;
  const auto settings = read_arguments({arguments, static_cast<std::size_t>(count)});
  if (!settings) {
    std::fputs(usage, stderr);
    return 2;
  }
  return Campaign(*settings).run();
}
