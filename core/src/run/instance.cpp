#include "run/instance.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <limits>

#include "base/characters.hpp"
#include "base/errors.hpp"
#include "base/float_mode.hpp"
#include "base/process.hpp"
#include "plugins/plugin_opening.hpp"
#include "plugins/plugin_work.hpp"

namespace wayfront::host {
namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// How often a thread of this process lost its processor involuntarily.
std::uint64_t forced_switches() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  return static_cast<std::uint64_t>(used.ru_nivcsw);
}

/// The parts of a question that plugins may take themselves: beyond negative weights no early stop is right.
std::uint64_t parts_for(const GraphInfo& graph) {
  return capability::batch | (graph.min_weight < 0 ? 0 : capability::early);
}

/// Without what comes with the targets alone.
std::uint64_t taken_parts(const Plugin& plugin, const GraphInfo& graph, bool targets_alone) {
  const std::uint64_t taken = plugin.about().capabilities & parts_for(graph);
  return targets_alone ? taken & capability::batch : taken;
}

}  // namespace

Projection projection_for(const Plugin& plugin, const GraphInfo& graph, const Asked& scope) {
  if (scope.predecessors || scope.whole_rows) return Projection::none;
  const bool limited = scope.limit != std::numeric_limits<double>::infinity();
  if (scope.reduce && plugin.has(capability::reduce) &&
      (!limited || (plugin.has(capability::early) && graph.min_weight >= 0)))
    return Projection::fold;
  // As many targets as vertices: a plugin could not tell from the size of a row which kind is wanted.
  const bool some = !scope.targets.empty() && scope.targets.size() != graph.vertices;
  return plugin.has(capability::targets_only) && some && scope.count == 0 && graph.min_weight >= 0 ? Projection::gather
                                                                                                   : Projection::none;
}

double grace(const MeasureRules& rules) { return std::clamp(rules.timeout, 1.0, 10.0); }

PluginInstance::PluginInstance(const PluginRegistry& plugins, const Plugin& plugin, const Settings& options,
                               const Graph& graph, Asked scope, const MeasureRules& rules, unsigned threads,
                               Watched watched, HostContext::LogSink log)
    : plugin_(plugin),
      options_(options),
      graph_(graph),
      rules_(rules),
      watched_(std::move(watched)),
      buffers_(graph.info().weights, graph.info().vertices,
               scope.predecessors && !scope.host_trees && plugin.has(capability::predecessors)) {
  if (!rules.keep.directory.empty())
    store_.emplace(rules.keep.directory, rules.keep.max_bytes,
                   [log](std::string_view text) { log(Level::warning, text); });
  add_seats(plugins, threads, log);
  if (is_shared()) buffers_.lock_pages();
  ask(std::move(scope));
}

void PluginInstance::ask(Asked scope) {
  const GraphInfo& info = graph_.info();
  scope_ = std::move(scope);
  projection_ = projection_for(plugin_, info, scope_);
  const bool alone = projection_ == Projection::gather;
  taken_ = taken_parts(plugin_, info, alone);
  used_ = &buffers_;
  projected_.reset();
  if (projection_ != Projection::none)
    projected_.emplace(info.weights, alone ? static_cast<Vertex>(scope_.targets.size()) : info.vertices,
                       alone ? OutputBuffers::Content::distances : OutputBuffers::Content::reductions);
  if (alone && is_shared()) projected_->lock_pages();
}

Usage PluginInstance::usage() const {
  Usage all;
  for (const auto& seat : seats_) {
    all.peak_bytes += seat->context.peak_bytes();
    const DeviceBytes device = seat->device_bytes();
    all.device.peak += device.peak;
    all.device.estimate += device.estimate;
    for (const std::string& name : seat->context.called())
      if (std::ranges::find(all.called, name) == all.called.end()) all.called.push_back(name);
  }
  return all;
}

void PluginInstance::stop_by(const std::stop_token& stop) {
  for (const auto& seat : seats_) seat->context.stop_by(stop);
}

Ending PluginInstance::ending(const Status& status, double limit) const {
  const auto reason = [&](std::string_view otherwise) {
    return on_one_line(status.text().empty() ? otherwise : status.text());
  };
  switch (status.code) {
    case StatusCode::ok:
      return {};
    case StatusCode::unsupported:
      return {RunStatus::skipped, reason("the plugin declines this graph without a reason")};
    case StatusCode::cancelled:
      if (stop_requested || seats_.front()->context.stopped()) return {RunStatus::interrupted, "interrupted"};
      if (seats_.front()->context.timed_out())
        return {RunStatus::timeout, fmt::format("stopped after its timeout of {} s", limit)};
      return {RunStatus::failed, "the plugin says that it was cancelled, but nobody cancelled it"};
    case StatusCode::out_of_memory:
      return {RunStatus::failed, reason("out of memory"), true};
    case StatusCode::device_lost:
      return {RunStatus::failed, reason("the device was lost"), true};
    default:
      return {RunStatus::failed, reason("the plugin failed without a reason")};
  }
}

/// With their contexts, of whose memory instances may hold parts.
void PluginInstance::exchange_instances(PluginInstance& other) {
  seats_.swap(other.seats_);
  for (const PluginInstance* const it : {this, &other})
    for (const auto& seat : it->seats_) seat->context.set_store(it->store_ ? &*it->store_ : nullptr);
}

/// Creates its instance.
Ending PluginInstance::open(Seat& seat, double limit) {
  const double before = processor_seconds();
  try {
    if (const auto obstacle = host::obstacle(plugin_, graph_.info(), seat.context.device()))
      return {RunStatus::skipped, *obstacle};
    if (seat.instance == nullptr) seat.instance = create_algorithm(plugin_, options_.values());
    seat.functions = &opened(plugin_);
  } catch (const Declined& declined) {
    return ending(Status::with(StatusCode::unsupported, declined.reason().c_str()), limit);
  } catch (const UserError& error) {
    return {RunStatus::failed, error.what()};
  }
  if (!plugin_.has(capability::device)) making_ += processor_seconds() - before;
  return {};
}

Ending PluginInstance::prepare(double limit, double& seconds) {
  if (is_shared()) return prepare_devices(limit, seconds);
  for (const auto& seat : seats_) {
    if (Ending ending = open(*seat, limit); ending.status != RunStatus::ok) return ending;
    const auto start = Clock::now();
    const Status status = prepare(*seat, limit);
    const double spent = since(start);
    seconds += spent;
    limit -= spent;
    take_notes(*seat);
    if (!seat->context.misuse().empty()) return {RunStatus::failed, seat->context.misuse()};
    if (status.code == StatusCode::out_of_memory && seat != seats_.front()) {
      const auto prepared = std::ranges::find(seats_, seat) - seats_.begin();
      notes_.push_back(
          fmt::format("{} instances instead of {}: there is no memory for another one", prepared, seats_.size()));
      seats_.resize(static_cast<std::size_t>(prepared));
      return {};
    }
    if (!status.ok()) return ending(status, limit + spent);
    if (spent >= rules_.keep.min_seconds) seat->context.write_kept();
    if (limit <= 0 && seat != seats_.back())
      return {RunStatus::timeout, "its timeout was over before all of its instances were prepared"};
  }
  return {};
}

Status PluginInstance::prepare(Seat& seat, double limit) {
  CallWatch::Call call(watched_.watch, limit + grace(rules_), watched_.give_up);
  seat.context.start(limit, false);
  const Status status = [&] {
    const PluginWork work(*seat.functions);
    return seat.instance->prepare(graph_, seat.context);
  }();
  call.end();
  return status;
}

void PluginInstance::take_notes(const Seat& seat) {
  for (std::string& note : take_opening_notes()) notes_.push_back(std::move(note));  // also for plugins that it calls
  constexpr std::size_t max_notes = 100;
  for (const std::string& note : seat.context.notes()) {
    if (notes_.size() > max_notes) return;
    if (std::ranges::find(notes_, note) != notes_.end()) continue;
    notes_.push_back(notes_.size() == max_notes ? "noted more than that; the rest is left out" : note);
  }
}

Problem PluginInstance::problem(std::span<const Vertex> sources, Projection projection) const {
  Problem problem{.source = sources.front(), .want_predecessors = used_->output().predecessors != nullptr};
  More& it = problem.more;
  if ((taken_ & capability::batch) != 0) it.sources = sources;
  if (projection != projection_) return problem;
  if (projection == Projection::gather) it.targets = scope_.targets;
  if (projection == Projection::fold) {
    it.reduce = true;
    it.check = scope_.reduce->check;
    it.within = scope_.reduce->within;
  }
  if ((taken_ & capability::early) != 0) {
    it.limit = scope_.limit;
    it.targets = scope_.targets;
    it.count = scope_.count;
  }
  return problem;
}

Status PluginInstance::call(Seat& seat, const Problem& problem, Output& output) {
  const PluginWork work(*seat.functions);
  return seat.instance->solve(problem, output, seat.context);
}

Ending PluginInstance::solve(std::span<const Vertex> sources, double limit, Call& figures, Projection projection) {
  return solve_into(buffers_of(projection), sources, limit, figures, projection);
}

Ending PluginInstance::try_call(std::span<const Vertex> sources, double limit, Call& figures) {
  if (sources.empty()) return {RunStatus::failed, "there is no source to solve from"};
  return solve_into(buffers_of(projection_), sources, limit, figures, projection_, false);
}

Ending PluginInstance::solve_on_device(std::span<const Vertex> sources, double limit, Call& figures,
                                       std::byte* distances) {
  const GraphInfo& info = graph_.info();
  used_ = &buffers_;
  on_device_.emplace(info.weights, info.vertices, distances, static_cast<std::uint32_t>(sources.size()));
  return solve_into(*on_device_, sources, limit, figures, Projection::none);
}

Ending PluginInstance::solve_into(OutputBuffers& buffers, std::span<const Vertex> sources, double limit, Call& figures,
                                  Projection projection, bool poisons) {
  const auto begin_of_all = Clock::now();
  const bool takes_limit = projection == projection_ && (taken_ & capability::early) != 0;
  used_ = &buffers;
  // Not for plugins on processors: these threads go on for a moment and would take time from the plugin's own.
  RunContext* const threads = plugin_.has(capability::device) ? &seats_.front()->context : nullptr;
  Output& output = used_->fresh(static_cast<std::uint32_t>(sources.size()),
                                takes_limit ? scope_.limit : std::numeric_limits<double>::infinity(), poisons, threads);
  CallWatch::Call watched(watched_.watch, limit + grace(rules_), watched_.give_up);
  if (before_clock_) before_clock_();
  for (const auto& seat : seats_) seat->context.start(limit, rules_.trace && seat == seats_.front());
  set_float_mode();
  const bool together = (taken_ & capability::batch) != 0 && output.memory != Output::device_memory;
  const bool dealt = is_shared() || (sources.size() > 1 && !together);
  std::vector<HandShare> shares(dealt ? is_shared() ? seats_.size() : std::min(seats_.size(), sources.size()) : 0);
  HostContext& context = first_in().context;
  const std::uint64_t switches = forced_switches();
  const auto start = Clock::now();
  const Status status = dealt ? solve_dealt(sources, projection, output, shares)
                              : call(*seats_.front(), problem(sources, projection), output);
  const auto finish = Clock::now();
  figures.forced_switches = forced_switches() - switches;
  watched.end();
  context.phase(Phase::compute);  // ends a phase that the plugin left running

  figures.sources = output.rows;
  figures.solve = std::chrono::duration<double>(finish - start).count();
  if (seats_.size() == 1 || !dealt) {  // phases of several instances overlap
    figures.setup = context.seconds(Phase::setup);
    figures.upload = context.seconds(Phase::upload);
    figures.download = context.seconds(Phase::download);
  }
  figures.compute = figures.solve - figures.setup - figures.upload - figures.download;
  for (const auto& seat : seats_)
    if (const auto seconds = seat->context.peer_seconds()) figures.peer = figures.peer.value_or(0) + *seconds;
  figures.work = output.work;
  figures.counters = own_counters(seats_.front()->functions->about.counters, output.work);
  figures.outcome = output.outcome;
  figures.rounds = context.rounds();
  const std::string damage = used_->damage();
  if (is_shared() && status.ok() && damage.empty()) settle(shares, sources.size(), figures);
  figures.host = since(begin_of_all) - figures.solve;

  if (!damage.empty()) return {RunStatus::wrong, damage};
  for (const auto& seat : seats_)
    if (!seat->context.misuse().empty()) return {RunStatus::failed, seat->context.misuse()};
  if (!status.ok()) return ending(status, limit);
  if (output.outcome != Outcome::solved && output.outcome != Outcome::negative_cycle)
    return {RunStatus::wrong,
            fmt::format("the outcome is {}, which is not a valid value", static_cast<int>(output.outcome))};
  if (context.timed_out())
    return {RunStatus::timeout, fmt::format("returned after {:.3g} s, but its timeout is {} s", figures.solve, limit)};
  return {};
}

}  // namespace wayfront::host
