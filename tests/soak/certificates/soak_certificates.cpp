// The campaign `certificates`: an oracle and the certificate judge right and wrong answers to random small graphs, and
// have to agree on each. See ../README.md.
#include <fmt/format.h>

#include <atomic>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <exception>
#include <mutex>
#include <optional>
#include <span>
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

struct Minimum {
  std::size_t count;  // an index into count_names
  std::uint64_t min;
};

struct Settings {
  std::uint64_t count = 1000;
  std::uint64_t seed = static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
  std::uint64_t first = 0;
  std::uint64_t jobs = 1;
  std::vector<Minimum> required;
};

std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

bool add_required(std::string_view text, Settings& settings) {
  const std::size_t sign = text.rfind('=');
  if (sign == std::string_view::npos) return false;
  const auto min = number(text.substr(sign + 1));
  for (std::size_t i = 0; i < std::size(count_names) && min; ++i) {
    if (count_names[i] != text.substr(0, sign)) continue;
    settings.required.push_back({i, *min});
    return true;
  }
  return false;
}

std::optional<Settings> read_arguments(std::span<char*> arguments) {
  Settings settings;
  for (std::size_t i = 1; i < arguments.size(); i += 2) {
    const std::string_view option = arguments[i];
    if (i + 1 == arguments.size()) return std::nullopt;
    if (option == "--require") {
      if (!add_required(arguments[i + 1], settings)) return std::nullopt;
      continue;
    }
    const auto value = number(arguments[i + 1]);
    if (!value) return std::nullopt;
    if (option == "--count")
      settings.count = *value;
    else if (option == "--seed")
      settings.seed = *value;
    else if (option == "--first")
      settings.first = *value;
    else if (option == "--jobs" && *value >= 1 && *value <= 1024)
      settings.jobs = *value;
    else
      return std::nullopt;
  }
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
    for (const Minimum& minimum : settings_.required) {
      if (counts_.values[minimum.count] >= minimum.min) continue;
      enough = false;
      fmt::print("too little was tried: {} {}, where {} are required\n", counts_.values[minimum.count],
                 count_names[minimum.count], minimum.min);
    }
    fmt::print("graphs: {} solved, {} out of range, {} falling, {} unsupported; {} answers refused as overflow\n",
               counts_[Count::solved], counts_[Count::out_of_range], counts_[Count::falling],
               counts_[Count::unsupported], counts_[Count::overflow]);
    fmt::print("answers that are exact up to a distance: {} right, {} wrong\n", counts_[Count::limited_right],
               counts_[Count::limited_wrong]);
    fmt::print(
        "{} graphs, {} answers, {} accepted and right, {} refused and wrong, {} right but undecided, {} disagreements; "
        "seed {}, {:.0f} s\n",
        counts_[Count::graphs], counts_[Count::answers], counts_[Count::accepted], counts_[Count::refused],
        counts_[Count::undecided], disagreements_, settings_.seed, seconds.count());
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
