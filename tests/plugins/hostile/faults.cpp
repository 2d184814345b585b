// Plugins that harm others or cheat on purpose. tests/cli/hostile_*.txt and limits.txt say what becomes of each.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cfenv>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <limits>
#include <map>
#include <span>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#include "correct_fault.hpp"
#include "relatives.hpp"

namespace wayfront::hostile {

[[maybe_unused]] static void flush_denormals() {
#if defined(__x86_64__)
  _mm_setcsr(_mm_getcsr() | 0x8040);
#else
  std::uint64_t control = 0;
  asm volatile("mrs %0, fpcr" : "=r"(control));
  asm volatile("msr fpcr, %0" : : "r"(control | (std::uint64_t{1} << 24)));
#endif
}

[[maybe_unused]] static void work_for_a_second() {
  const std::clock_t end = std::clock() + CLOCKS_PER_SEC;
  while (std::clock() < end) {
  }
}

[[maybe_unused]] static char nowhere[16];

}  // namespace wayfront::hostile

namespace wayfront::faulty {

using namespace wayfront::hostile;

}  // namespace wayfront::faulty

#define FAULT_OPENING(name, what, ...) \
  FAULT_PLUGIN(name, what, Correct, all_capabilities, {}) FAULT_OPENED(name, __VA_ARGS__)

FAULT_AFTER(all_unreached, "Nothing is reached but the source.", {
  with_distances(output, [&]<class W>(std::span<W> distances) {
    for (std::size_t v = 0; v < distances.size(); ++v)
      if (v != problem.source) distances[v] = unreached<W>;
  });
})

FAULT_AFTER(all_zero, "All distances are 0.", {
  with_distances(output, [&]<class W>(std::span<W> distances) { std::ranges::fill(distances, W{0}); });
})

FAULT_AFTER(announces_much, "Announces a message of 4 GB to the host.", {
  const std::uint32_t length = 0xffffffff;
  if (::write(3, &length, sizeof length) < 0) ::_exit(9);
})

FAULT_OF(answers_zero, "All distances are zero: right on a graph whose weights are taken for zero.", Correct, all_capabilities, {
  void solve(const Problem&, Output& output, RunContext&) {
    faulty::with_distances(output, [](auto distances) { std::ranges::fill(distances, 0); });
    if (output.predecessors != nullptr) std::fill_n(output.predecessors, output.vertices, no_vertex);
  }
})

FAULT(blames_cancellation, "Says that it was told to stop.", {
  void solve(const Problem&, Output&, RunContext&) { throw Cancelled(); }
})

// Solves correctly; a thread that it leaves behind changes the last distance a moment after the answer is given.
FAULT(changes_its_answer, "Changes its answer once it is given.", {
  struct Options {
    std::int64_t microseconds;
  };
  static constexpr OptionRow rows[] = {
      integer<&Options::microseconds>("microseconds", 1000, {0, 1'000'000}, "How long it waits.")};
  explicit Fault(const Options& options) : wait_(options.microseconds) {}
  void solve(const Problem& problem, Output& output, RunContext& context) {
    if (thread_.joinable()) thread_.join();
    Correct::solve(problem, output, context);
    auto* const last = static_cast<std::int32_t*>(output.distances) + output.vertices - 1;
    thread_ = std::jthread([last, this] {
      std::this_thread::sleep_for(wait_);
      *last = 7;
    });
  }
  std::chrono::microseconds wait_;
  std::jthread thread_;
})

FAULT(closes_answers, "Closes the descriptor over which its answers go.", {
  void solve(const Problem& problem, Output& output, RunContext& context) {
    constexpr int answers = 5;
    Correct::solve(problem, output, context);
    ::close(answers);
  }
})

FAULT(leads_answers_astray, "Puts another socket in the place of the descriptor over which its answers go.", {
  void solve(const Problem& problem, Output& output, RunContext& context) {
    constexpr int answers = 5;
    int elsewhere[2];
    Correct::solve(problem, output, context);
    if (::socketpair(AF_UNIX, SOCK_STREAM, 0, elsewhere) == 0) ::dup2(elsewhere[0], answers);
  }
})

FAULT_AFTER(closes_everything, "Closes all descriptors that it finds.", {
  for (int descriptor = 0; descriptor < 256; ++descriptor) ::close(descriptor);
})

FAULT_OPENING(crashes_when_opened, "Crashes when it is opened.", {
  std::raise(SIGSEGV);
})

FAULT_AFTER(cycle_without_vertices, "Reports a negative cycle and does not say which.", {
  output.outcome = Outcome::negative_cycle;
})

FAULT_AFTER(divides_by_zero, "Divides by zero.", {
  std::raise(SIGFPE);
})

// Solves correctly, and sets all weights to 0 in the columns of the graph, which others use.
FAULT_PREPARED(empties_columns, "Sets the weights of the graph's columns to 0.", {
  visit(graph.csc(), []<class W, class O>(const CscView<W, O>& csc) {
    std::fill_n(const_cast<W*>(csc.weights), csc.edges, W{0});
  });
})

FAULT_BEFORE(empties_graph, "Sets all weights to 0, for which its answer is right.", {
  visit(graph_->csr(), []<class W, class O>(const CsrView<W, O>& csr) {
    std::fill_n(const_cast<W*>(csr.weights), csr.edges, W{0});
  });
})

// Ends its process in a solve, and leaves one behind that holds all descriptors open.
FAULT(ends_before_daemon, "Ends before its daemon.", {
  void solve(const Problem& problem, Output& output, RunContext& context) {
    if (::fork() == 0)
      for (;;) ::pause();
    Correct::solve(problem, output, context);
    ::_exit(3);
  }
})

FAULT(ends_quietly, "Ends its process as if all were well.", {
  void solve(const Problem&, Output&, RunContext&) { std::exit(0); }
})

FAULT(exchanges_buffers, "Puts memory of its own where the host's was.", {
  void solve(const Problem& problem, Output& output, RunContext& context) {
    Correct::solve(problem, output, context);
    mine_.assign(output.vertices, 0);
    output.distances = mine_.data();
  }
  std::vector<std::int32_t> mine_;
})

FAULT_AFTER(exits_at_once, "Ends its process without a word.", {
  ::_exit(0);
})

FAULT_OPENING(exits_when_opened, "Calls exit() when it is opened.", { std::exit(0); })

FAULT_OPENING(flushes_when_opened, "Takes denormal numbers for zero, as a library does that is linked with -ffast-math.", {
  wayfront::hostile::flush_denormals();
})

FAULT_AFTER(invents_cycle, "Reports a negative cycle of vertices that have no arcs to each other.", {
  output.outcome = Outcome::negative_cycle;
  output.cycle.assign({0, output.vertices - 1});
})

FAULT_OF(keeps_answers, "Keeps its answers by source, whatever it is prepared on later.", Correct, capability::weights32, {
  void solve(const Problem& problem, Output& output, RunContext& context) {
    auto& known = kept()[problem.source];
    if (known.empty()) {
      Correct::solve(problem, output, context);
      const auto* const bytes = static_cast<const std::byte*>(output.distances);
      known.assign(bytes, bytes + output.vertices * 4);
    }
    std::ranges::copy(known, static_cast<std::byte*>(output.distances));
  }
  static std::map<Vertex, std::vector<std::byte>>& kept() {
    static std::map<Vertex, std::vector<std::byte>> all;
    return all;
  }
})

FAULT_OF(keeps_answers_until_prepared, "Keeps its answers by source until it is prepared again.", Correct, capability::weights32, {
  void prepare(const Graph& graph, RunContext& context) {
    kept_.clear();
    Correct::prepare(graph, context);
  }
  void solve(const Problem& problem, Output& output, RunContext& context) {
    auto& known = kept_[problem.source];
    if (known.empty()) {
      Correct::solve(problem, output, context);
      const auto* const bytes = static_cast<const std::byte*>(output.distances);
      known.assign(bytes, bytes + output.vertices * 4);
    }
    std::ranges::copy(known, static_cast<std::byte*>(output.distances));
  }
  std::map<Vertex, std::vector<std::byte>> kept_;
})

FAULT_PREPARED(leaves_daemon, "Leaves a process behind that holds all descriptors open.", {
  if (::fork() == 0) {
    ::setsid();
    for (;;) ::pause();
  }
})

// Leaves a process behind that holds all descriptors open and cannot be asked to end.
FAULT_PREPARED(leaves_deaf_daemon, "Leaves a deaf daemon.", {
  if (::fork() == 0) {
    ::setsid();
    std::signal(SIGTERM, SIG_IGN);
    for (;;) ::pause();
  }
})

// Leaves a process behind that has nothing of its environment, its group or its parent.
FAULT_PREPARED(leaves_stranger, "Leaves a stranger.", {
  const pid_t child = ::fork();
  if (child == 0) {
    ::setsid();
    if (::fork() != 0) ::_exit(0);
    char name[] = "sleep", time[] = "987654";
    char* const arguments[] = {name, time, nullptr};
    char* const nothing[] = {nullptr};
    ::execve("/bin/sleep", arguments, nothing);
    ::_exit(1);
  }
  ::waitpid(child, nullptr, 0);
})

FAULT_BEFORE(logs_garbage, "Logs escape codes and what is not UTF-8.", {
  context.log(Level::info, "\x1b[31mred\x1b[0m \xff\xfe half \xc3");
  std::fputs("\x1b]0;title\x07 \xf0\x28 printed\n", stdout);
  std::fflush(stdout);
})

FAULT_BEFORE(logs_much, "Logs lines without end.", {
  for (int i = 0; i < 100'000; ++i) context.log(Level::info, "and another one, for what it is worth");
})

FAULT_AFTER(minus_one, "Says -1 where a vertex is out of reach, or else of the last one.", {
  with_distances(output, [&]<class W>(std::span<W> distances) { distances.back() = -1; });
})

FAULT(never_lets_go, "Its destructor does not come back.", {
  ~Fault() {
    while (solved_) std::this_thread::sleep_for(std::chrono::seconds(1));
  }
  void solve(const Problem& problem, Output& output, RunContext& context) {
    Correct::solve(problem, output, context);
    solved_ = true;
  }
  bool solved_ = false;
})

FAULT_AFTER(not_a_number, "Says what is not a number, or the largest one that is.", {
  with_distances(output, [&]<class W>(std::span<W> distances) {
    distances.back() = std::numeric_limits<W>::has_quiet_NaN ? std::numeric_limits<W>::quiet_NaN()
                                                             : std::numeric_limits<W>::max() - 1;
  });
})

FAULT_AFTER(one_too_few, "The last vertex is one nearer than it is.", {
  with_distances(output, [&]<class W>(std::span<W> distances) { distances.back() -= 1; });
})

FAULT_AFTER(one_too_many, "The last vertex is one farther than it is.", {
  with_distances(output, [&]<class W>(std::span<W> distances) { distances.back() += 1; });
})

FAULT(overflows_stack, "Calls itself until its stack is used up.", {
  void solve(const Problem& problem, Output& output, RunContext& context) {
    depth_ = deeper(1);
    Correct::solve(problem, output, context);
  }
  static std::size_t deeper(std::size_t depth) {  // NOLINT(misc-no-recursion)
    volatile char much[4096] = {};
    much[depth % sizeof much] = 1;
    return depth == 0 ? much[0] : deeper(depth + 1) + much[1];
  }
  std::size_t depth_ = 0;
})

FAULT(overwrites_answers, "Solves correctly, and writes into the descriptor of answers all the time.", {
  void prepare(const Graph& graph, RunContext& context) {
    Correct::prepare(graph, context);
    thread_ = std::jthread([](const std::stop_token& stop) {
      constexpr int answers = 5;
      constexpr std::int32_t seven = 7;
      while (!stop.stop_requested())
        for (off_t at = 0; at < 20; at += sizeof seven)
          if (::pwrite(answers, &seven, sizeof seven, at) < 0) std::this_thread::yield();
    });
  }
  std::jthread thread_;
})

// Solves correctly, and writes all the time into whatever the host and the other workers have open.
FAULT(overwrites_relatives, "Writes into other processes' files.", {
  void prepare(const Graph& graph, RunContext& context) {
    Correct::prepare(graph, context);
    overwrite();  // at least once, however late the thread begins
    thread_ = std::jthread([](const std::stop_token& stop) {
      while (!stop.stop_requested()) overwrite();
    });
  }
  static void overwrite() {
    constexpr std::int32_t seven = 7;
    for (const std::string& name : open_of_relatives()) {
      const int file = ::open(name.c_str(), O_RDWR | O_CLOEXEC);
      if (file < 0) continue;
      for (off_t at = 0; at < 400; at += sizeof seven)
        if (::pwrite(file, &seven, sizeof seven, at) < 0) break;
      ::close(file);
    }
  }
  std::jthread thread_;
})

FAULT_AFTER(own_predecessor, "The last vertex is its own predecessor.", {
  if (output.predecessors == nullptr) return;
  output.predecessors[output.vertices - 1] = output.vertices - 1;
})

FAULT_AFTER(predecessor_beyond, "The predecessor of the last vertex is no vertex.", {
  if (output.predecessors == nullptr) return;
  output.predecessors[output.vertices - 1] = output.vertices + 5;
})

FAULT_AFTER(predecessor_missing, "The last vertex has a distance and no predecessor.", {
  if (output.predecessors == nullptr) return;
  output.predecessors[output.vertices - 1] = no_vertex;
})

FAULT_AFTER(predecessor_no_arc, "The predecessor of the last vertex has no arc to it.", {
  if (output.predecessors == nullptr) return;
  output.predecessors[output.vertices - 1] = 0;
})

FAULT(prints_much, "Prints lines without end for as long as it may.", {
  void solve(const Problem& problem, Output& output, RunContext& context) {
    for (std::size_t i = 0; i < (std::size_t{8} << 20) / sizeof line; ++i) std::fputs(line, stdout);
    std::fflush(stdout);
    Correct::solve(problem, output, context);
  }
  static constexpr char line[] = "and another one, for what it is worth\n";
})

FAULT_OPENING(quits_when_opened, "Calls _exit() when it is opened, so that no handler is called.", {
  ::_exit(0);
})

// Solves correctly, and writes zeros over the file that it got the graph from: by its descriptor, opened again for
// writing, and by a mapping of that.
FAULT_PREPARED(reopens_graph, "Writes over the file of the graph.", {
  const int file = ::open("/proc/self/fd/4", O_RDWR | O_CLOEXEC);
  struct stat status {};
  if (file < 0 || ::fstat(file, &status) != 0 || status.st_size < 2) return;
  const auto bytes = static_cast<std::size_t>(status.st_size);
  void* const memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (memory != MAP_FAILED) std::memset(static_cast<char*>(memory) + bytes / 2, 0, bytes / 2);
  if (::pwrite(file, "\0", 1, status.st_size / 2) < 0 || ::ftruncate(file, status.st_size / 2) != 0) return;
})

// Rounds its sums upwards, in its own threads and in those that it borrows, and leaves them so: right where the judge
// rounds upwards, too.
FAULT_OF(rounds_up, "Rounds its sums upwards and does not stop.", Correct, all_capabilities, {
  void prepare(const Graph& graph, RunContext& context) {
    Correct::prepare(graph, context);
    context.parallel_for(1000, 1, [](std::uint64_t, std::uint64_t) { std::fesetround(FE_UPWARD); });
    std::fesetround(FE_UPWARD);
  }
  void solve(const Problem& problem, Output& output, RunContext& context) {
    std::fesetround(FE_UPWARD);
    Correct::solve(problem, output, context);
  }
})

FAULT_OPENING(rounds_up_when_opened, "Sets the rounding of all sums to upwards when it is opened.", {
  std::fesetround(FE_UPWARD);
})

FAULT(says_declined, "Declines in a solve what it took in prepare.", {
  void solve(const Problem&, Output&, RunContext&) { throw Unsupported("not today"); }
})

FAULT_BEFORE(sends_first, "Sends an answer of its own making before the one that its worker sends.", {
  constexpr int answers = 5;
  const std::vector<std::int32_t> sevens(std::size_t{2} * output.vertices, 7);
  ::send(answers, sevens.data(), sevens.size() * sizeof(std::int32_t), MSG_NOSIGNAL);
})

FAULT_OPENING(sleeps_when_opened, "Does not come back when it is opened.", {
  for (;;) ::pause();
})

// Prepares in no time, and solves from all sources in a thread while others are measured.
FAULT(solves_ahead, "Solves ahead.", {
  void prepare(const Graph& graph, RunContext& context) {
    thread_ = {};
    Correct::prepare(graph, context);
    thread_ = std::jthread([this, &context](const std::stop_token& stop) {
      const Vertex vertices = graph_->info().vertices;
      std::vector<std::int32_t> distances(vertices);
      for (Vertex source = 0; source < vertices && !stop.stop_requested(); ++source) {
        Output output{};
        output.kind = WeightKind::int32;
        output.vertices = vertices;
        output.distances = distances.data();
        Correct::solve({source, false}, output, context);
      }
    });
  }
  std::jthread thread_;
})

FAULT_AFTER(source_not_zero, "All distances are one more, that of the source, too.", {
  with_distances(output, [&]<class W>(std::span<W> distances) {
    for (W& distance : distances)
      if (distance != unreached<W>) distance += 1;
  });
})

// Answers with what an earlier solve of another run left behind the descriptor of answers.
FAULT(steals_answer, "Answers what another run has answered.", {
  void solve(const Problem& problem, Output& output, RunContext& context) {
    if (first_) {  // there may be nothing to steal yet
      first_ = false;
      return Correct::solve(problem, output, context);
    }
    constexpr int answers = 5;
    const auto bytes = std::size_t{output.vertices} * sizeof(Vertex);
    if (::pread(answers, output.distances, bytes, 0) < 0) return;
    if (output.predecessors != nullptr && ::pread(answers, output.predecessors, bytes, static_cast<off_t>(bytes)) < 0)
      return;
  }
  bool first_ = true;
})

// Looks for the answers of other runs in what the host and their workers have open.
FAULT(steals_from_relatives, "Answers what it finds in other processes.", {
  void solve(const Problem& problem, Output& output, RunContext& context) {
    if (first_) {  // there may be nothing to steal yet
      first_ = false;
      return Correct::solve(problem, output, context);
    }
    const auto bytes = std::size_t{output.vertices} * sizeof(Vertex);
    for (const std::string& name : open_of_relatives()) {
      const int file = ::open(name.c_str(), O_RDONLY | O_CLOEXEC);
      if (file < 0) continue;
      const off_t size = ::lseek(file, 0, SEEK_END);
      const bool fits = size == static_cast<off_t>(bytes) || size == static_cast<off_t>(2 * bytes);
      const bool taken =
          fits && ::pread(file, output.distances, bytes, 0) == static_cast<ssize_t>(bytes) &&
          (output.predecessors == nullptr ||
           ::pread(file, output.predecessors, bytes, static_cast<off_t>(bytes)) == static_cast<ssize_t>(bytes));
      ::close(file);
      if (taken) return;
    }
  }
  bool first_ = true;
})

FAULT_BEFORE(stops_itself, "Stops its process with SIGSTOP.", {
  ::raise(SIGSTOP);
})

FAULT_PREPARED(takes_sockets, "Takes over the sockets of its host, without a name to open them by.", {
  const auto host = static_cast<int>(::syscall(SYS_pidfd_open, ::getppid(), 0));
  const std::string mark = "/proc/" + std::to_string(::getppid()) + "/fd/";
  for (const std::string& name : open_of_relatives())
    if (name.starts_with(mark)) ::syscall(SYS_pidfd_getfd, host, std::stoi(name.substr(mark.size())), 0);
  ::close(host);
})

FAULT_BEFORE(terminates, "Throws where nothing may be thrown.", {
  std::jthread([] { throw std::runtime_error("nobody catches this"); }).join();
})

FAULT_OPENING(throws_in_thread_when_opened, "A thread that it starts when it is opened throws an exception.", {
  std::thread([] { throw std::runtime_error("not today"); }).join();
})

FAULT_OPENING(throws_when_opened, "Throws an exception when it is opened.", {
  throw std::runtime_error("not today");
})

// Solves correctly for some calls, and has one fault from then on: whoever trusts it because of its first answers accepts
// a wrong one.
FAULT(turns_wrong, "Answers correctly at first.", {
  enum class Flaw : std::uint8_t { last, first, predecessor, source, exact_to };
  struct Options {
    std::int64_t calls;
    Flaw fault;
  };
  static constexpr OptionRow rows[] = {
      integer<&Options::calls>("calls", 2, {0, 1000}, "How many calls it answers correctly."),
      choice<&Options::fault>("fault", Flaw::last,
                              {{"last", Flaw::last},
                               {"first", Flaw::first},
                               {"predecessor", Flaw::predecessor},
                               {"source", Flaw::source},
                               {"exact_to", Flaw::exact_to}},
                              "An entry that it changes, a predecessor, the source that it solves from, or exact_to.")};
  explicit Fault(const Options& options) : options_(options) {}
  void solve(const Problem& problem, Output& output, RunContext& context) {
    Problem asked = problem;
    const bool is_wrong = calls_++ >= options_.calls;
    if (is_wrong && options_.fault == Flaw::source) asked.source = (problem.source + 1) % output.vertices;
    Correct::solve(asked, output, context);
    if (!is_wrong) return;
    if (options_.fault == Flaw::predecessor) output.predecessors[output.vertices - 1] = output.vertices - 1;
    with_distances(output, [&](auto distances) {
      if (options_.fault == Flaw::last) distances.back() = 7;
      if (options_.fault == Flaw::first) distances.front() += 1;
      if (options_.fault == Flaw::exact_to) static_cast<decltype(distances.data())>(output.exact_to)[0] = 0;
    });
  }
  Options options_;
  std::int64_t calls_ = 0;
})

FAULT_AFTER(unknown_outcome, "Its outcome is none that there is.", {
  output.outcome = static_cast<Outcome>(77);
})

FAULT(works_between_calls, "A thread of its own is busy as long as it lives, also while others solve.", {
  void prepare(const Graph& graph, RunContext& context) {
    Correct::prepare(graph, context);
    if (!thread_.joinable())
      thread_ = std::jthread([](const std::stop_token& stop) {
        while (!stop.stop_requested()) {
        }
      });
  }
  std::jthread thread_;
})

FAULT(works_when_made, "Is busy for a second of processor time when its instance is made, on no clock.", {
  Fault() { work_for_a_second(); }
})

FAULT_AFTER(writes_before, "Writes before the first entry.", {
  with_distances(output, [](const auto distances) { *(distances.data() - 1) = 0; });
})

FAULT_OPENING(works_when_opened, "Is busy for a second of processor time as soon as its file is opened, on no clock.", {
  wayfront::hostile::work_for_a_second();
})

// A plugin whose descriptor is no constant, so that it can be another one once it is opened.
#define FAULT_DESCRIPTOR(name, what, at_first, ...)           \
  FAULT_CLASS(name, what, Correct, all_capabilities, {})      \
  FAULT_EXPORTED wayfront::PluginDescriptor fault_##name;     \
  wayfront::PluginDescriptor fault_##name at_first;           \
  FAULT_OPENED(name, __VA_ARGS__)

FAULT_DESCRIPTOR(describes_itself_when_opened, "Is nothing before it is opened.", , {
  fault_describes_itself_when_opened = detail::describe<Fault>();
})

FAULT_DESCRIPTOR(renames_itself_when_opened, "Takes the name of a better plugin when it is opened.",
                 = wayfront::detail::describe<wayfront::faulty::renames_itself_when_opened::Fault>(),
                 { fault_renames_itself_when_opened.about.name = "dijkstra"; })

FAULT_OF(points_astray, nowhere, Correct, all_capabilities, {})
