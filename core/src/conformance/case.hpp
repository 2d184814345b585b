// One case of the conformance suite, and the exceptions by which its body says that it did not pass.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "conformance/conformance.hpp"

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

struct Case {
  std::string name;
  std::function<void()> body;  // returns: passed; throws Failed or Skipped
};
using Cases = std::vector<Case>;

/// What the cases are made for; must outlive them.
struct Suite {
  const Plugin& plugin;
  const ConformanceOptions& options;
  unsigned threads;
  int device;
};

void add_graph_cases(const Suite& suite, Cases& cases);         // hard graphs, one case each
void add_random_cases(const Suite& suite, Cases& cases);        // many random graphs a case
void add_option_cases(const Suite& suite, Cases& cases);        // each option at both ends
void add_state_cases(const Suite& suite, Cases& cases);         // repeated calls, two instances
void add_cancellation_cases(const Suite& suite, Cases& cases);  // told to stop
void add_loader_cases(const Suite& suite, Cases& cases);        // loaders that generate

}  // namespace wayfront::host::conformance
