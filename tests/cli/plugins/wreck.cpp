// Solves correctly from the source that it spares, and wrecks its process in one of many ways from all others.
#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <stdexcept>
#include <thread>
#include <vector>

#include "correct.hpp"

namespace wayfront::faulty {

class Wreck : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("wreck", "Takes its process down.");

  enum class How { crash, abort, exit, hang, leak, throws, allocate, cycle, kill, garble, close, lose, scribble };
  enum class When { solve, prepare, destroy };
  struct Options {
    How how;
    When when;
    std::int64_t spare;
  };
  static constexpr OptionRow rows[] = {
      choice<&Options::how>("how", How::crash,
                            {{"crash", How::crash},
                             {"abort", How::abort},
                             {"exit", How::exit},
                             {"hang", How::hang},
                             {"leak", How::leak},
                             {"throw", How::throws},
                             {"allocate", How::allocate},
                             {"cycle", How::cycle},
                             {"kill", How::kill},
                             {"garble", How::garble},
                             {"close", How::close},
                             {"lose", How::lose},
                             {"scribble", How::scribble}},
                            "What it does."),
      choice<&Options::when>("when", When::solve,
                             {{"solve", When::solve}, {"prepare", When::prepare}, {"destroy", When::destroy}},
                             "When it does it."),
      integer<&Options::spare>("spare", -1, {-1, 1'000'000}, "Vertex (counted from 0) from which it solves.")};

  explicit Wreck(const Options& options) : options_(options) {}
  ~Wreck() {
    if (options_.when == When::destroy) wreck(nullptr);
  }

  void prepare(const Graph& graph, RunContext& context) {
    Correct::prepare(graph, context);
    if (options_.when == When::prepare) wreck(nullptr);
  }

  void solve(const Problem& problem, Output& output, RunContext& context) {
    Correct::solve(problem, output, context);
    if (options_.when == When::solve && problem.source != options_.spare) wreck(&output);
  }

 private:
  void wreck(Output* output) {
    constexpr int channel = 3;  // where a worker talks to its host
    constexpr std::size_t block = std::size_t{16} << 20;
    switch (options_.how) {
      case How::crash:
        std::raise(SIGSEGV);
        break;
      case How::abort:
        std::fputs("this cannot be\n", stderr);
        std::abort();
      case How::exit:
        std::exit(7);
      case How::hang:
        for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
      case How::leak:
        for (;;) {
          auto* const memory = static_cast<char*>(std::malloc(block));
          if (memory == nullptr) throw std::bad_alloc();
          std::memset(memory, 1, block);
          leaked_.push_back(memory);
        }
      case How::throws:
        throw std::runtime_error("this one is not for me");
      case How::allocate:
        throw std::bad_alloc();
      case How::cycle:
        if (output == nullptr) break;
        output->outcome = Outcome::negative_cycle;
        for (Vertex v = 0; v < 10; ++v) output->cycle.push_back(4'000'000'000U + v);
        break;
      case How::kill:
        std::raise(SIGKILL);
        break;
      case How::garble:
        if (::write(channel, "\x10\0\0\0not a message at all", 24) < 0) std::abort();
        break;
      case How::close:
        ::close(channel);
        break;
      case How::lose:
        throw Failure(StatusCode::device_lost, "the device fell off the bus");
      case How::scribble:  // over everything that the other side might believe
        if (output == nullptr) break;
        output->vertices = 1U << 31;
        output->distances = nullptr;
        break;
    }
  }

  Options options_;
  std::vector<char*> leaked_;
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::Wreck)
