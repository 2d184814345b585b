// Loaders that harm the program in which they run. tests/cli/hostile_loaders.txt says what becomes
// of each.
#include <cfenv>
#include <csignal>
#include <cstdlib>
#include <string_view>

#include "fault.hpp"

namespace wayfront::faulty {

/// Recognises nothing, and reads any file as three vertices and one arc.
struct Reader {
  static Match sniff(std::string_view) noexcept { return {}; }
  void load(const LoadRequest& request, GraphSink& sink, RunContext&) {
    sink.begin({.vertices = 3, .arcs = 1});
    with_weight_type(request.weights, [&]<WeightType W>() { sink.arcs<W>(1)[0] = {0, 1, W{1}}; });
  }
};

}  // namespace wayfront::faulty

#define FAULT(name, what, ...) FAULT_PLUGIN(name, what, Reader, 0, __VA_ARGS__)
#define FAULT_OPENING(name, what, ...) \
  FAULT_PLUGIN(name, what, Reader, 0, {}) FAULT_OPENED(name, __VA_ARGS__)

// clang-format off: it takes the members for arguments.

FAULT_OPENING(crashing_loader, "Crashes when it is opened.", { std::raise(SIGSEGV); })

FAULT(crashing_sniffer, "Crashes when it is asked.", {
  static Match sniff(std::string_view) noexcept {
    std::raise(SIGFPE);
    return {};
  }
})

FAULT(crashing_reader, "Crashes when it reads.", {
  void load(const LoadRequest&, GraphSink&, RunContext&) { std::abort(); }
})

FAULT(exiting_reader, "Calls exit(0) when it reads.", {
  void load(const LoadRequest&, GraphSink&, RunContext&) { std::exit(0); }
})

FAULT(exiting_sniffer, "Calls exit(0) when it is asked.", {
  static Match sniff(std::string_view) noexcept { std::exit(0); }
})

FAULT(rounding_loader, "Rounds upwards once it is asked.", {
  static Match sniff(std::string_view) noexcept {
    std::fesetround(FE_UPWARD);
    return {};
  }
})
