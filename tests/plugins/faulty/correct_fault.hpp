// Rows of a table of faults: each a plugin that does what the correct algorithm does, but for the members or the block in braces.
#pragma once

#include "correct.hpp"
#include "fault.hpp"

#define FAULT_OF FAULT_PLUGIN
#define FAULT(name, what, ...) FAULT_OF(name, what, Correct, usual_capabilities, __VA_ARGS__)

// The block runs once the right answer is there.
#define FAULT_AFTER_OF(name, what, capabilities, ...)                         \
  FAULT_OF(name, what, Correct, capabilities, {                                                               \
    void solve(const Problem& problem, Output& output, RunContext& context) {                                 \
      Correct::solve(problem, output, context);                                                               \
      __VA_ARGS__                                                             \
  }                                                                           \
  })
#define FAULT_AFTER(name, what, ...) FAULT_AFTER_OF(name, what, usual_capabilities, __VA_ARGS__)
#define FAULT_AFTER_ALL(name, what, ...) FAULT_AFTER_OF(name, what, all_capabilities, __VA_ARGS__)
// The block runs before the right answer is worked out, or once the plugin has prepared.
#define FAULT_BEFORE(name, what, ...)                                         \
  FAULT_OF(name, what, Correct, usual_capabilities, {                         \
    void solve(const Problem& problem, Output& output, RunContext& context) { \
      __VA_ARGS__                                                             \
      Correct::solve(problem, output, context);                               \
    }                                                                         \
  })
#define FAULT_PREPARED(name, what, ...)                         \
  FAULT_OF(name, what, Correct, usual_capabilities, {           \
    void prepare(const Graph& graph, RunContext& context) {     \
      Correct::prepare(graph, context);                         \
      __VA_ARGS__                                               \
    }                                                           \
  })
