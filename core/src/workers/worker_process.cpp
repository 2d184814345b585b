#include "workers/worker_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <memory>
#include <new>
#include <span>
#include <stdexcept>
#include <thread>
#include <utility>

#include "base/json/field_json.hpp"
#include "base/process.hpp"
#include "call/call_json.hpp"
#include "graph/csr.hpp"
#include "graph/stored_graph.hpp"
#include "load/graph_file.hpp"
#include "load/loaded_graph.hpp"
#include "run/host_context.hpp"
#include "run/instance.hpp"
#include "settings/diagnostics.hpp"
#include "settings/option_text.hpp"
#include "settings/value.hpp"
#include "workers/answer_stream.hpp"
#include "workers/device_turn.hpp"

namespace wayfront::host {

/// The first message to a worker.
struct WorkerSetup {
  std::string plugin{};                // its file
  std::vector<std::string> plugins{};  // the files of those that it may call
  std::string options{};
  Asked asked{};
  MeasureRules rules{};
  unsigned threads = 1;
  bool copies_graph = false, watches_whole_host = false;
};

template <>
inline constexpr auto fields<WorkerSetup> = std::tuple{told<&WorkerSetup::plugin>("plugin"),
                                                       told<&WorkerSetup::plugins>("plugins"),
                                                       told<&WorkerSetup::options>("options"),
                                                       told<&WorkerSetup::asked>("asked"),
                                                       told<&WorkerSetup::rules>("rules"),
                                                       told<&WorkerSetup::threads>("threads"),
                                                       told<&WorkerSetup::copies_graph>("copies_graph"),
                                                       told<&WorkerSetup::watches_whole_host>("watches_whole_host")};

namespace {

using nlohmann::json;

/// Loads the pages of a mapped graph into this process's page table, from the disk if they are not in memory: otherwise
/// the first read would count as preparation time of the plugin. Does nothing if the system does not support it.
void touch_pages([[maybe_unused]] const AnyCsr& csr) {
#ifdef MADV_POPULATE_READ
  const auto touch = [](const auto* data, std::uint64_t count) {
    const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGE_SIZE));
    const auto begin = reinterpret_cast<std::uintptr_t>(data), first = begin / page * page;
    ::madvise(reinterpret_cast<void*>(first), begin + count * sizeof(*data) - first, MADV_POPULATE_READ);
  };
  visit(csr, [&](const auto& view) {
    touch(view.offsets, std::uint64_t{view.vertices} + 1);
    touch(view.targets, view.edges);
    touch(view.weights, view.edges);
  });
#endif
}

/// The run of this process; a member comes after the members that it refers to.
class WorkedRun {
 public:
  WorkedRun(WorkerSetup setup, Channel& channel)
      : mapping_(setup.threads), graph_(map_graph(worker_graph, Trust::header, "the host's graph", mapping_)) {
    if (setup.copies_graph) {
      graph_.graph = std::make_shared<const StoredGraph>(copy_of(graph_.graph->csr(), mapping_),
                                                         weights_of(graph_.graph->info()), mapping_.threads());
    } else {
      touch_pages(graph_.graph->csr());
    }
    const double before = processor_seconds();
    for (const std::string& file : setup.plugins) try {
        plugins_.add_file(file);
      } catch (const UserError&) {  // does not matter for this run, otherwise the host would not have started it
      }
    plugin_ = load_plugin(setup.plugin);
    opening_ = processor_seconds() - before;
    const Document options(setup.options, "options");
    Diagnostics diagnostics;
    options_ = Settings::from(plugin_.options(), options.root(), "options", diagnostics);
    diagnostics.throw_if_any();
    instance_ = std::make_unique<PluginInstance>(plugins_, plugin_, options_, *graph_.graph, std::move(setup.asked),
                                                 setup.rules, setup.threads, Watched{},
                                                 [&channel](Level level, std::string_view text) {
                                                   if (level != Level::debug) channel.send({{"log", text}});
                                                 });
  }

  json prepare(double limit) {
    double seconds = 0;
    const Ending ending = instance_->prepare(limit, seconds);
    if (plugin_.has(capability::device) && ending.status == RunStatus::ok)
      instance_->before_clock([turn = std::make_shared<const DeviceTurn>()] { turn->take(); });
    const double opening = opening_ + instance_->making();
    return reply(ending, {{"seconds", seconds}, {"opening", opening}});
  }

  /// `stays`: the answer, where the host reads it.
  json solve(std::span<const Vertex> sources, double limit, bool whole, bool stays) {
    Call figures;
    Ending ending = instance_->solve(sources, limit, figures, whole ? Projection::none : instance_->projection());
    // One vertex more than the graph has is enough for the verifier to reject a longer cycle.
    const std::size_t longest = std::size_t{graph_.graph->info().vertices} + 1;
    const auto cycle = std::span(instance_->output().cycle).first(std::min(instance_->output().cycle.size(), longest));
    json more = {{"call", to_json(figures)}, {"cycle", std::vector<Vertex>(cycle.begin(), cycle.end())}};
    if (ending.status == RunStatus::ok && stays) more["places"] = places_of(instance_->output());
    if (ending.status == RunStatus::ok && !stays) send_answer(worker_answers, instance_->output());
    return reply(ending, std::move(more));
  }

  /// The last answer.
  json send() {
    send_answer(worker_answers, instance_->output());
    return reply({}, json::object());
  }

  json try_call(std::span<const Vertex> sources, double limit) {
    Call figures;
    const Ending ending = instance_->try_call(sources, limit, figures);
    return reply(ending, {{"call", to_json(figures)}});
  }

 private:
  json reply(const Ending& ending, json more) {
    if (instance_->notes().size() != told_notes_) more["notes"] = instance_->notes();
    told_notes_ = instance_->notes().size();
    more["status"] = static_cast<int>(ending.status);
    more["reason"] = ending.reason;
    if (ending.out_of_resources) more["out_of_resources"] = true;
    const Usage used = instance_->usage();
    more["peak_bytes"] = used.peak_bytes;
    if (used.device.peak != 0) more["device_bytes"] = {used.device.peak, used.device.estimate};
    if (!used.called.empty()) more["called"] = used.called;
    return more;
  }

  HostContext mapping_;
  LoadedGraph graph_;
  PluginRegistry plugins_;
  Plugin plugin_;
  double opening_ = 0;  // processor time that opening the plugin's file took
  Settings options_;
  std::unique_ptr<PluginInstance> instance_;
  std::size_t told_notes_ = 0;
};

json failure(const std::string& reason) {
  return {{"status", static_cast<int>(RunStatus::failed)}, {"reason", reason}};
}

/// It must not outlive the host, must be the first victim if memory runs out, and stops when the host says so.
void live_as_worker() {
  const pid_t host = ::getppid();
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  // Orphans of the plugin's processes become children of this worker, then of the host.
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  if (::getppid() != host) ::_exit(0);
  std::ofstream("/proc/self/oom_score_adj") << 1000;
  struct sigaction action = {};
  static const pid_t worker = ::getpid();
  action.sa_handler = [](int) {
    if (::getpid() != worker) ::_exit(128 + SIGTERM);  // a forked plugin process also has this handler
    stop_requested = true;
  };
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  ::sigaction(SIGTERM, &action, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

/// The signal of live_as_worker() comes when the host's thread ends that started this process, which in a program with
/// threads of its own may be soon. From here on it must not outlive the host as a whole: a thread waits for its end, unless
/// the system cannot tell.
void watch_whole_host() {
  static const bool watches = [] {
    const pid_t host = ::getppid();
    const auto file = static_cast<int>(::syscall(SYS_pidfd_open, host, 0));
    if (file < 0) return false;
    ::prctl(PR_SET_PDEATHSIG, 0);
    if (::getppid() != host) ::_exit(0);
    sigset_t all, before;
    sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);  // signals are for the thread that solves
    std::thread([file] {
      pollfd ended{file, POLLIN, 0};
      while (::poll(&ended, 1, -1) < 0 && errno == EINTR) continue;
      ::kill(::getpid(), SIGKILL);
    }).detach();
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return true;
  }();
  static_cast<void>(watches);
}

json answer(std::unique_ptr<WorkedRun>& run, const json& question, Channel& channel) {
  try {
    const double limit = question.at("limit").get<double>();
    if (question.contains("setup")) {
      WorkerSetup setup;
      read_field({question.at("setup"), "the host's message"}, setup);
      if (setup.watches_whole_host) watch_whole_host();
      run = std::make_unique<WorkedRun>(std::move(setup), channel);
      return run->prepare(limit);
    }
    if (question.contains("try")) return run->try_call(question.at("try").get<std::vector<Vertex>>(), limit);
    if (question.contains("send")) return run->send();
    return run->solve(question.at("sources").get<std::vector<Vertex>>(), limit, question.value("whole", false),
                      question.value("stays", false));
  } catch (const std::bad_alloc&) {
    return failure("there is not enough memory for its answers");
  } catch (const std::exception& error) {
    return failure(error.what());
  }
}

}  // namespace

json worker_setup(const PluginRegistry& plugins, const Plugin& plugin, const Settings& options, const Asked& asked,
                  const MeasureRules& rules, unsigned threads, const WorkerRules& workers) {
  WorkerSetup setup{.plugin = std::filesystem::absolute(plugin.file).string(),
                    .options = table_as_toml(set_values(plugin.options(), options.to_json())),
                    .asked = asked,
                    .rules = rules,
                    .threads = threads,
                    .copies_graph = workers.graph_copy != 0,
                    .watches_whole_host = workers.watches_whole_host};
  for (const Plugin& other : plugins.plugins())
    if (other.descriptor->kind == PluginKind::algorithm && !is_chooser(other))
      setup.plugins.push_back(std::filesystem::absolute(other.file).string());
  std::string& keep = setup.rules.keep.directory;
  if (!keep.empty()) keep = std::filesystem::absolute(keep).string();
  return json_of(setup);
}

bool reply(Channel& channel, const json& message) {
  try {
    return channel.send(message);
  } catch (const std::length_error& error) {
    return channel.send(failure(fmt::format("its answer cannot be sent: {}", error.what())));
  } catch (const std::bad_alloc&) {
    return channel.send(failure("there is not enough memory to send its answer"));
  }
}

int serve_as_worker() {
  int type = 0;
  socklen_t size = sizeof type;
  if (::getsockopt(worker_channel, SOL_SOCKET, SO_TYPE, &type, &size) != 0 || type != SOCK_STREAM) {
    std::fputs("wayfront: error: 'wayfront worker' is an internal command of 'wayfront run'; run a pipeline instead\n",
               stderr);
    return static_cast<int>(ExitCode::usage);
  }
  live_as_worker();
  for (const int given : {worker_channel, worker_graph, worker_answers}) ::fcntl(given, F_SETFD, FD_CLOEXEC);
  Channel channel{FileHandle(worker_channel)};
  std::unique_ptr<WorkedRun> run;
  while (const auto question = channel.receive())
    if (!reply(channel, answer(run, *question, channel))) break;
  run.reset();
  std::fflush(nullptr);
  ::_exit(0);  // without exit handlers of libraries: nobody is left to read their output
}

}  // namespace wayfront::host
