// Plugins that solve correctly and do beside it what their options ask for, or tell what they are asked. Tests of commands, of
// the library and of the host use them.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <limits>
#include <new>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "correct_fault.hpp"

FAULT(babble, "Tells the host what means nothing, or far too much of what does.", {
  enum class What { phase, prepare, outcome, moment, rounds, notes };
  struct Options {
    What what;
  };
  static constexpr OptionRow rows[] = {
      choice<&Options::what>("what", What::rounds,
                             {{"phase", What::phase},
                              {"prepare", What::prepare},
                              {"outcome", What::outcome},
                              {"moment", What::moment},
                              {"rounds", What::rounds},
                              {"notes", What::notes}},
                             "What it tells: a phase that there is not (in solve or in prepare), an outcome that there "
                             "is not, a round at no time, or 100000 rounds or notes.")};

  explicit Fault(const Options& options) : options_(options) {}

  void prepare(const Graph& graph, RunContext& context) {
    Correct::prepare(graph, context);
    if (options_.what == What::prepare) context.phase(static_cast<Phase>(77));
    for (std::uint64_t i = 0; options_.what == What::notes && i < many; ++i) context.host().note("note " + std::to_string(i));
  }

  void solve(const Problem& problem, Output& output, RunContext& context) {
    Correct::solve(problem, output, context);
    if (options_.what == What::phase) context.phase(static_cast<Phase>(77));
    if (options_.what == What::outcome) output.outcome = static_cast<Outcome>(7);
    if (options_.what == What::moment) context.trace({.seconds = std::numeric_limits<double>::quiet_NaN()});
    if (options_.what == What::rounds && context.tracing())
      for (std::uint64_t i = 0; i < many; ++i)
        context.trace({.round = i, .active = 1, .relaxed = 2, .seconds = 1e-9 * static_cast<double>(i)});
  }

  static constexpr std::uint64_t many = 100'000;
  Options options_;
})

FAULT_OF(batcher, "Solves batches, and logs what it is asked.", Correct, capability::any_weights | capability::batch, {
  void solve(const Problem& problem, Output& output, RunContext& context) {
    std::string text = "asked from";
    for (const Vertex source : problem.more.sources) text += ' ' + std::to_string(source);
    if (problem.more.limit != std::numeric_limits<double>::infinity()) text += " up to a limit";
    context.log(Level::info, text);
    Correct::solve(problem, output, context);
  }
})

// It may talk where a plugin should not.
FAULT(nap, "Sleeps before it solves.", {
  struct Options {
    std::int64_t milliseconds;
    bool deaf;
    bool talks;
    bool aborts;
    bool restless;
    std::int64_t spare;
    bool flickers;
  };
  static constexpr OptionRow rows[] = {
      integer<&Options::milliseconds>("milliseconds", 0, {0, 60'000}, "How long it sleeps."),
      boolean<&Options::deaf>("deaf", false, "Whether it sleeps on when it is told to stop."),
      boolean<&Options::talks>("talks", false, "Whether it writes to standard output."),
      boolean<&Options::aborts>("aborts", false, "Whether it takes the process with it."),
      boolean<&Options::restless>("restless", false, "Whether threads of it go on between its calls."),
      integer<&Options::spare>("spare", -1, {-1, 1'000'000},
                               "Vertex (counted from 0) from which it neither sleeps nor flickers."),
      boolean<&Options::flickers>("flickers", false, "Whether the first distance goes on changing, and back.")};
  explicit Fault(const Options& options) : options_(options) {
    for (int i = 0; options_.restless && i < 8; ++i)
      threads_.emplace_back([](const std::stop_token& stop) {
        while (!stop.stop_requested()) {
        }
      });
  }

  /// While $NAP_PREPARES is set, it is not prepared before it is told to stop.
  void prepare(const Graph& graph, RunContext& context) {
    while (std::getenv("NAP_PREPARES") != nullptr) {
      context.throw_if_cancelled();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    Correct::prepare(graph, context);
  }

  void solve(const Problem& problem, Output& output, RunContext& context) {
    if (options_.flickers) threads_.clear();
    if (options_.talks) {
      std::printf("printed by a plugin\n");
      std::cout << "streamed by a plugin" << std::endl;
      context.log(Level::info, "logged by a plugin");
    }
    if (options_.aborts && problem.source != 0) std::abort();
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(options_.milliseconds);
    while (problem.source != options_.spare && std::chrono::steady_clock::now() < end) {
      if (!options_.deaf) context.throw_if_cancelled();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    Correct::solve(problem, output, context);
    if (options_.flickers && problem.source != options_.spare)
      threads_.emplace_back([first = static_cast<std::uint32_t*>(output.distances)](const std::stop_token& stop) {
        const std::atomic_ref<std::uint32_t> entry(*first);
        const std::uint32_t right = entry.load();
        for (std::uint32_t i = 0; !stop.stop_requested(); ++i) {
          entry.store(i % 2 == 0 ? right + 1 : right);
          std::this_thread::sleep_for(std::chrono::microseconds(200));
        }
        entry.store(right);
      });
  }

  Options options_;
  std::vector<std::jthread> threads_;
})

FAULT_OF(on_device, "Claims a device, so that the host reads how the devices are.", Correct, usual_capabilities | capability::device, {
  void solve(const Problem& problem, Output& output, RunContext& context) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    Correct::solve(problem, output, context);
  }
})

// Tells tests/soak/kills how often it solved.
FAULT(probe, "Counts its solves in a file.", {
  struct Options {
    std::string file;
    std::int64_t microseconds;
  };
  static constexpr OptionRow rows[] = {
      text<&Options::file>("file", "", "A line is appended to it for each solve; \"\": none."),
      integer<&Options::microseconds>("microseconds", 0, {0, 60'000'000}, "How long it sleeps before it solves.")};
  explicit Fault(const Options& options) : options_(options) {}

  void solve(const Problem& problem, Output& output, RunContext& context) {
    std::this_thread::sleep_for(std::chrono::microseconds(options_.microseconds));
    Correct::solve(problem, output, context);
    if (options_.file.empty()) return;
    const int file = ::open(options_.file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    const std::string line = std::to_string(problem.source) + '\n';
    const bool written = file >= 0 && ::write(file, line.data(), line.size()) == static_cast<ssize_t>(line.size());
    if (file >= 0) ::close(file);
    if (!written) throw Failure(StatusCode::failed, "the file that counts solves cannot be written");
  }

  Options options_;
})

FAULT_OF(room_for_two, "Has memory for two instances.", Correct, capability::any_weights, {
  Fault() { ++instances; }
  Fault(const Fault&) = delete;
  Fault& operator=(const Fault&) = delete;
  ~Fault() { --instances; }

  void prepare(const Graph& graph, RunContext& context) {
    if (instances > 2) throw Failure(StatusCode::out_of_memory, "there is no room for three");
    Correct::prepare(graph, context);
  }

  static inline std::atomic<int> instances{0};
})

// From all sources but the one that it spares.
FAULT(wreck, "Takes its process down.", {
  enum class How { crash, abort, exit, hang, leak, throws, allocate, cycle, kill, garble, close, lose, scribble };
  enum class When { solve, prepare, destroy, again };
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
      choice<&Options::when>(
          "when", When::solve,
          {{"solve", When::solve}, {"prepare", When::prepare}, {"destroy", When::destroy}, {"again", When::again}},
          "When it does it; again: while it solves, and while it is prepared again."),
      integer<&Options::spare>("spare", -1, {-1, 1'000'000}, "Vertex (counted from 0) from which it solves.")};

  explicit Fault(const Options& options) : options_(options) {}
  ~Fault() {
    if (options_.when == When::destroy) wreck(nullptr);
  }

  void prepare(const Graph& graph, RunContext& context) {
    Correct::prepare(graph, context);
    const bool again = options_.when == When::again && ::mkdir("prepared", 0777) != 0;
    if (options_.when == When::prepare || again) wreck(nullptr);
  }

  void solve(const Problem& problem, Output& output, RunContext& context) {
    Correct::solve(problem, output, context);
    const bool in_solve = options_.when == When::solve || options_.when == When::again;
    if (in_solve && problem.source != options_.spare) wreck(&output);
  }

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
})
