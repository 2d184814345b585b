// What a plugin does beside its calls, seen from outside: two workers of it, as `run` would have them, and what they
// use and have open.
#include <fmt/format.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "compare/summary.hpp"
#include "conformance/graphs.hpp"
#include "conformance/subject.hpp"
#include "engine/engine.hpp"
#include "files/byte_source.hpp"
#include "load/graph_file.hpp"
#include "settings/diagnostics.hpp"
#include "settings/settings.hpp"

namespace wayfront::host::conformance {
namespace {

namespace fs = std::filesystem;

/// The default options; those that have none, as default_values() has them.
Settings default_settings(const Plugin& plugin) {
  const std::vector<OptionValue> values = default_values(plugin);
  std::string required;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const OptionRow& row = plugin.options()[i];
    if (!row.required) continue;
    if (row.type == OptionType::integer)
      required += fmt::format("{} = {}\n", row.name, values[i].integer);
    else if (row.type == OptionType::real)
      required += fmt::format("{} = {:e}\n", row.name, values[i].real);
    else
      throw Skipped(fmt::format("option '{}' has no default", row.name));
  }
  const Document document(required, "options");
  Diagnostics diagnostics;
  Settings settings = Settings::from(plugin.options(), document.root(), "options", diagnostics);
  diagnostics.throw_if_any();
  return settings;
}

/// Tells whether a file in memory is opened. Who was given its descriptor has no need to: it has no name but those in
/// /proc of the processes that have it.
class OpenWatch {
 public:
  explicit OpenWatch(int file) : events_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
    const std::string name = fmt::format("/proc/self/fd/{}", file);
    if (events_.get() < 0 || ::inotify_add_watch(events_.get(), name.c_str(), IN_OPEN) < 0)
      throw Skipped(fmt::format("files in memory cannot be watched here: {}", std::strerror(errno)));
  }
  bool opened() const {
    std::array<char, 4096> events;
    return ::read(events_.get(), events.data(), events.size()) > 0;
  }

 private:
  FileHandle events_;
};

/// The sockets that a process has, by what /proc calls them: "socket:[4711]".
std::set<std::string> sockets_of(pid_t process) {
  std::set<std::string> found;
  std::error_code error;
  for (fs::directory_iterator it(fmt::format("/proc/{}/fd", process), error), end; !error && it != end;
       it.increment(error)) {
    std::error_code gone;
    if (std::string target = fs::read_symlink(it->path(), gone).string(); target.starts_with("socket:"))
      found.insert(std::move(target));
  }
  return found;
}

bool share_sockets(pid_t a, pid_t b) {
  const std::set<std::string> first = sockets_of(a), second = sockets_of(b);
  return std::ranges::any_of(first, [&](const std::string& it) { return second.contains(it); });
}

LoadedGraph loaded(std::unique_ptr<StoredGraph> graph) {
  LoadedGraph it;
  it.graph = std::move(graph);
  it.name = "a grid";
  it.loader = "conformance";
  it.digest = graph_digest(*it.graph);
  return it;
}

/// One or two workers of the plugin on one graph.
class Workers {
 public:
  template <WeightType W>
  Workers(const Suite& suite, const TestGraph<W>& graph, std::size_t count)
      : limit_(suite.options.limit),
        graph_(loaded(graph.build(OffsetKind::offsets32))),
        shared_(share_graph(graph_)),
        watch_(shared_.get()),
        settings_(default_settings(suite.plugin)),
        ground_(graph_, suite.options.plugins != nullptr ? *suite.options.plugins : none_, {},
                {.shared = shared_.get(),
                 .measure = {.timeout = limit_},
                 .workers = {.program = suite.options.worker},
                 .threads = suite.threads}) {
    while (workers_.size() < count) {
      auto& worker = *workers_.emplace_back(std::make_unique<Engine>(ground_, suite.plugin, settings_, EngineRules()));
      double seconds = 0;
      require(worker.prepare(limit_, seconds), "prepare");
    }
  }

  Engine& operator[](std::size_t i) { return *workers_[i]; }

  void solve(std::size_t i, Vertex source) {
    Call call;
    require(workers_[i]->answer({&source, 1}, limit_, call), "solve");
  }

  bool graph_was_opened() const { return watch_.opened(); }

 private:
  static void require(const Ending& ending, const char* call) {
    if (ending.status == RunStatus::skipped) throw Unsupported(ending.reason.c_str());
    if (ending.status != RunStatus::ok) throw Failed(fmt::format("in a worker, {}: {}", call, ending.reason));
  }

  double limit_;
  LoadedGraph graph_;
  FileHandle shared_;
  OpenWatch watch_;
  PluginRegistry none_;
  Settings settings_;
  Ground ground_;
  std::vector<std::unique_ptr<Engine>> workers_;  // last, so that they go first
};

/// A graph so large that solving it ahead, from all sources, takes longer than opening may.
template <WeightType W>
void opened_without_work(const Suite& suite) {
  const Vertex side = suite.options.quick ? 80 : 200;
  Workers workers(suite, grid<W>(side, side, 73), 1);
  const double used = workers[0].usage().opening;
  if (used > fair_opening_seconds)
    throw Failed(
        fmt::format("opening its file and making its instance used {:.3g} s of processor time: what it does must "
                    "happen within its calls, whose time is measured",
                    used));
}

/// Throws Failed where the workers have had what is the host's, or one another's. A socket has no name to be opened by;
/// who has another process's took it from there.
void require_own_descriptors(Workers& workers) {
  if (workers.graph_was_opened())
    throw Failed(
        "it opened the memory file of the graph by a name in /proc; it gets the graph in prepare(), and what processes "
        "have open is not its own to look at");
  const auto first = workers[0].process(), second = workers[1].process();
  if (!first || !second) return;  // ended by itself, which the solve says
  const pid_t host = ::getpid();
  if (share_sockets(*first, host) || share_sockets(*second, host) || share_sockets(*first, *second))
    throw Failed("its worker process has a socket that belongs to the host or to another worker");
}

template <WeightType W>
void leaves_others_alone(const Suite& suite) {
  Workers workers(suite, grid<W>(20, 20, 74), 2);
  constexpr Vertex each = 6;
  try {
    for (Vertex i = 0; i < each; ++i) workers.solve(i % 2, i);
  } catch (const Failed&) {
    require_own_descriptors(workers);  // why an answer is wrong, perhaps
    throw;
  }
  require_own_descriptors(workers);
}

}  // namespace

void add_worker_cases(const Suite& suite, Cases& cases) {
  if (suite.options.worker.empty()) return;
  bool added = false;  // once is enough
  for_each_weight(suite.plugin, [&]<WeightType W>() {
    if (std::exchange(added, true)) return;
    add_case(cases, weight_kind<W>, "no work when it is opened", [&suite] { opened_without_work<W>(suite); });
    add_case(cases, weight_kind<W>, "others' descriptors are left alone", [&suite] { leaves_others_alone<W>(suite); });
  });
}

}  // namespace wayfront::host::conformance
