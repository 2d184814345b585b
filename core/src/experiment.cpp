#include "experiment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <random>

#include "call_watch.hpp"
#include "contender.hpp"
#include "device_monitor.hpp"
#include "errors.hpp"
#include "machine.hpp"
#include "sources.hpp"

namespace wayfront::host {
namespace {

nlohmann::json to_json(const LoadedGraph& loaded) {
  const GraphInfo& info = loaded.graph->info();
  return {{"name", loaded.name},
          {"loader", loaded.loader},
          {"loader_reason", loaded.loader_reason},
          {"compression", loaded.compression},
          {"vertices", info.vertices},
          {"edges", info.edges},
          {"directed", loaded.directed},
          {"first_id", loaded.first_id},
          {"weights", name(info.weights)},
          {"offset_bits", info.offsets == OffsetKind::offsets32 ? 32 : 64},
          {"min_weight", info.min_weight},
          {"max_weight", info.max_weight},
          {"weight_rule", loaded.weight_rule},
          {"steps", loaded.steps},
          {"digest", loaded.digest},
          {"load_seconds", loaded.seconds},
          {"bytes", loaded.bytes}};
}

/// One execution; its members are the state that its steps share.
class Execution {
 public:
  Execution(const Pipeline& pipeline, const PluginRegistry& plugins, Observer& observer)
      : pipeline_(pipeline), plugins_(plugins), observer_(observer) {}

  Results run() {
    const auto start = HostContext::Clock::now();
    results_.started = timestamp();
    results_.machine = describe_machine();
    results_.pipeline = pipeline_.to_json();
    const unsigned processors = available_processors();
    threads_ = pipeline_.measure.threads != 0 ? pipeline_.measure.threads : processors;
    results_.pipeline["measure"]["threads"]["value"] = threads_;
    if (threads_ > processors)
      observer_.note(fmt::format("measure.threads is {}, but this machine has {}", threads_, processors));
    monitor_devices();
    load();
    solve_reference();
    prepare();
    measure();
    results_.interrupted = stop_requested;
    for (std::size_t i = 0; i < contenders_.size(); ++i)
      if (contenders_[i]) results_.runs[i].peak_bytes = contenders_[i]->peak_bytes();
    results_.seconds = std::chrono::duration<double>(HostContext::Clock::now() - start).count();
    return std::move(results_);
  }

 private:
  void load() {
    HostContext context(threads_);
    context.set_log([this](Level level, std::string_view text) {
      if (level != Level::debug) observer_.note(text);
    });
    context.start(0, false);
    observer_.step("loading the graph");
    graph_ = load_graph(pipeline_.graph, plugins_, context);
    results_.graph = to_json(graph_);
    results_.vertices = graph_.graph->info().vertices;
    results_.edges = graph_.graph->info().edges;
    results_.directed = graph_.directed;
    observer_.loaded(graph_);
    sources_ = choose_sources(pipeline_.sources, *graph_.graph, graph_.first_id);
    for (const Vertex source : sources_) results_.sources.push_back(source + graph_.first_id);
    const SourceRule& rule = pipeline_.sources;
    if (rule.kind == SourceRule::Kind::random && sources_.size() < rule.count) {
      observer_.note(
          fmt::format("{} sources instead of {}: no more vertices have out-edges", sources_.size(), rule.count));
    }
  }

  std::unique_ptr<Contender> contender(const Plugin& plugin, const Settings& options, std::string label) {
    return std::make_unique<Contender>(plugins_, plugin, options, *graph_.graph, graph_.first_id,
                                       pipeline_.measure.rules, threads_, watch_,
                                       [this, label = std::move(label)](Level level, std::string_view text) {
                                         if (level != Level::debug) observer_.note(fmt::format("{}: {}", label, text));
                                       });
  }

  void give_up() {
    const std::string reason =
        fmt::format("did not come back {:.3g} s after its timeout of {} s; the program ends here",
                    grace(pipeline_.measure.rules), pipeline_.measure.rules.timeout);
    if (in_call_ == nullptr)
      observer_.note("measure.verify: the reference " + reason);
    else
      end(*in_call_, {RunStatus::timeout, reason});
    end_incomplete();
    observer_.stuck(results_);
  }

  void end_incomplete() {
    const std::uint64_t expected = pipeline_.measure.repeats * sources_.size();
    for (RunResult& run : results_.runs)
      if (run.status == RunStatus::ok && run.samples.size() < expected)
        end(run, {RunStatus::interrupted, fmt::format("stopped after {} of {} samples", run.samples.size(), expected)});
  }

  void end(RunResult& run, Contender::Ending ending) {
    run.status = ending.status;
    run.reason = std::move(ending.reason);
    observer_.ended(run);
  }

  void prepare() {
    for (const PlannedRun& planned : pipeline_.runs) {
      RunResult& run = results_.runs.emplace_back();
      run.label = planned.label;
      run.plugin = planned.plugin.about().name;
      run.version = planned.plugin.about().version;
      run.file = planned.plugin.file.string();
      run.options = planned.options.to_json();
      run.baseline = planned.baseline;
      run.control = planned.control;
    }
    contenders_.resize(pipeline_.runs.size());
    for (std::size_t i = 0; i < pipeline_.runs.size() && !stop_requested; ++i) {
      const PlannedRun& planned = pipeline_.runs[i];
      std::unique_ptr<Contender> made;
      try {
        made = contender(planned.plugin, planned.options, planned.label);
      } catch (const std::bad_alloc&) {
        end(results_.runs[i], {RunStatus::failed, "there is not enough memory for its answers"});
        continue;
      }
      if (const auto obstacle = made->obstacle()) {
        end(results_.runs[i], {RunStatus::skipped, *obstacle});
        continue;
      }
      results_.runs[i].predecessors = made->predecessors();
      observer_.step(fmt::format("preparing {}", planned.label));
      in_call_ = &results_.runs[i];
      if (auto ending = made->prepare(results_.runs[i].prepare); ending.status != RunStatus::ok) {
        end(results_.runs[i], std::move(ending));
        continue;
      }
      contenders_[i] = std::move(made);
    }
  }

  bool alive(std::size_t i) const { return contenders_[i] != nullptr && results_.runs[i].status == RunStatus::ok; }

  bool going_on() const {
    if (stop_requested) return false;
    for (std::size_t i = 0; i < contenders_.size(); ++i)
      if (alive(i)) return true;
    return false;
  }

  /// Only where a plugin uses one: to others a driver is of no concern.
  void monitor_devices() {
    const auto uses_device = [](const PlannedRun& run) { return run.plugin.has(capability::device); };
    if (!std::ranges::any_of(pipeline_.runs, uses_device)) return;
    monitor_.emplace();
    if (auto devices = monitor_->describe(); !devices.empty()) results_.machine["devices"] = std::move(devices);
  }

  /// One solve of every living contender, in random order. `repeat` 0 is a warm-up: certified, but not kept.
  void block(Vertex source, unsigned repeat) {
    std::ranges::shuffle(order_, random_);
    if (monitor_ && repeat != 0)
      std::ranges::move(monitor_->read(source + graph_.first_id, repeat), std::back_inserter(results_.readings));
    for (const std::size_t i : order_) {
      if (stop_requested) return;
      RunResult& run = results_.runs[i];
      ++done_;
      if (!alive(i)) continue;
      observer_.progress(done_, total_, run.label);
      Sample sample;
      sample.source = source + graph_.first_id;
      sample.repeat = repeat;
      in_call_ = &run;
      Contender::Ending ending = contenders_[i]->solve(source, sample);
      if (ending.status == RunStatus::ok) ending = against_reference(sample);
      if (ending.status == RunStatus::interrupted) return;
      if (ending.status != RunStatus::ok) {
        end(run, std::move(ending));
      } else if (repeat != 0) {
        run.samples.push_back(std::move(sample));
        observer_.measured(run, run.samples.back());
      }
    }
  }

  void measure() {
    order_.resize(contenders_.size());
    for (std::size_t i = 0; i < order_.size(); ++i) order_[i] = i;
    random_.seed(pipeline_.measure.seed);
    const std::uint64_t blocks = pipeline_.measure.warmups + std::uint64_t{pipeline_.measure.repeats} * sources_.size();
    total_ = blocks * order_.size();
    for (unsigned i = 0; i < pipeline_.measure.warmups && going_on(); ++i) block(sources_.front(), 0);
    for (unsigned repeat = 1; repeat <= pipeline_.measure.repeats && going_on(); ++repeat)
      for (std::size_t i = 0; i < sources_.size() && going_on(); ++i) block(sources_[i], repeat);
    if (stop_requested) end_incomplete();
  }

  /// Solves every source with the reference plugin, untimed, before anything is measured.
  void solve_reference() {
    const Plugin* const plugin = pipeline_.measure.reference;
    if (plugin == nullptr) return;
    const Settings options = Settings::defaults(plugin->options());
    const auto reference = contender(*plugin, options, "reference");
    const auto refuse = [](std::string_view reason) {
      throw UserError(ExitCode::failed_run, fmt::format("measure.verify: reference: {}", reason));
    };
    double seconds = 0;
    observer_.step("solving the reference");
    if (const auto obstacle = reference->obstacle()) refuse(*obstacle);
    if (const auto ending = reference->prepare(seconds); ending.status != RunStatus::ok) refuse(ending.reason);
    for (const Vertex source : sources_) {
      Sample answer;
      const auto ending = reference->solve(source, answer);
      if (ending.status == RunStatus::interrupted) return;
      if (ending.status != RunStatus::ok) refuse(ending.reason);
      reference_answers_.emplace(source + graph_.first_id, std::move(answer));
    }
  }

  Contender::Ending against_reference(const Sample& sample) const {
    const auto known = reference_answers_.find(sample.source);
    if (known == reference_answers_.end()) return {};
    const Sample& answer = known->second;
    if (sample.outcome == answer.outcome && sample.certificate.digest == answer.certificate.digest) return {};
    return {RunStatus::wrong, fmt::format("from source {}: the answer differs from that of '{}'", sample.source,
                                          pipeline_.measure.reference->about().name)};
  }

  const Pipeline& pipeline_;
  const PluginRegistry& plugins_;
  Observer& observer_;
  Results results_;
  LoadedGraph graph_;
  std::optional<DeviceMonitor> monitor_;
  unsigned threads_ = 1;
  std::vector<Vertex> sources_;
  std::vector<std::unique_ptr<Contender>> contenders_;  // by run; null where it ended before measuring
  std::vector<std::size_t> order_;
  std::mt19937_64 random_;
  std::uint64_t done_ = 0, total_ = 0;
  std::map<std::uint64_t, Sample> reference_answers_;  // by the file's id of the source
  RunResult* in_call_ = nullptr;                       // null for the reference
  CallWatch watch_{[this] { give_up(); }};             // last: its thread uses the others
};

}  // namespace

Results execute(const Pipeline& pipeline, const PluginRegistry& plugins, Observer& observer) {
  return Execution(pipeline, plugins, observer).run();
}

}  // namespace wayfront::host
