// One case of the conformance suite, and the exceptions by which its body says that it did not pass.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/options.hpp"
#include "plugins/plugin_registry.hpp"
#include "wayfront/status.hpp"

namespace wayfront::host::conformance {

/// The plugin did something wrong; what() is the sentence.
class Failed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The case does not apply; what() says why.
class Skipped : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The plugin declined some of what the case tries and did the rest right; what() is the sentence.
class DeclinedInPart : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Case {
  std::string name;
  std::function<void()> body;  // returns: passed; throws Failed, Skipped, DeclinedInPart or Unsupported
};
using Cases = std::vector<Case>;

/// What the cases are made for; must outlive them.
struct Suite {
  const Plugin& plugin;
  const ConformanceOptions& options;
  unsigned threads;
  int device;
  std::string_view now{};  // the name of the case that is running
};

/// Counts what a plugin declines of the many attempts of one case.
class Attempts {
 public:
  /// `attempt` tries one thing and throws Unsupported where the plugin declines it.
  template <class F>
  void make(F&& attempt) {
    ++made_;
    try {
      attempt();
    } catch (const Unsupported& reason) {
      ++declined_;
      reason_ = reason.what();
    }
  }
  /// Throws Unsupported where every attempt was declined, DeclinedInPart where some were.
  void finish() const;

 private:
  std::size_t made_ = 0, declined_ = 0;
  std::string reason_;
};

void add_graph_cases(const Suite& suite, Cases& cases);         // hard graphs, one case each
void add_random_cases(const Suite& suite, Cases& cases);        // many random graphs a case
void add_option_cases(const Suite& suite, Cases& cases);        // each option at both ends
void add_state_cases(const Suite& suite, Cases& cases);         // repeated calls, two instances
void add_cheat_cases(const Suite& suite, Cases& cases);         // answers kept, work beside the clock
void add_cancellation_cases(const Suite& suite, Cases& cases);  // told to stop
void add_generator_cases(const Suite& suite, Cases& cases);     // loaders that generate
void add_reader_cases(const Suite& suite, Cases& cases);        // loaders that read files

}  // namespace wayfront::host::conformance
