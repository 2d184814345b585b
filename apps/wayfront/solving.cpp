#include "solving.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <mutex>
#include <nlohmann/json.hpp>
#include <type_traits>

#include "certify/output_row.hpp"
#include "engine/ground.hpp"
#include "load/asked_graph.hpp"
#include "maps/geojson.hpp"
#include "question/sources.hpp"
#include "report/overview.hpp"
#include "run/instance.hpp"
#include "terminal.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::app {

void SolvingArguments::add_to(std::vector<Option>& rows, const char* file) {
  graph.add_file_to(rows, file);
  question.add_to(rows, host::FlagOf::solving);
  solver.add_to(rows);
  graph.add_to(rows, with_changes);
  rows.push_back({"-q,--quiet", &quiet, "Print no notes and no summary on stderr."});
  rows.push_back({"-v,--verbose", &verbose, "Print how long choosing a plugin took, and why others were not chosen."});
}

Solving::Solving(const SolvingArguments& arguments, const host::Question& question, const host::PluginRegistry& plugins)
    : arguments_(arguments), question_(question), plugins_(plugins), context_(host::available_processors()) {
  const GraphChoice choice = choose_graph(arguments.graph, plugins);
  loaded_ = load(choice, plugins, context_, arguments.quiet);
  if (!arguments.quiet) print_notes(loaded_);
  vertices_ = loaded_.graph->info().vertices;
  sources_ = find_sources();
  if (question.nearest) sources_ = host::distinct(sources_);
  asked_sources_ = sources_.size();
  if (question.reversed) loaded_ = host::reversed_graph(loaded_, context_);
  if (question.nearest) {
    loaded_ = host::graph_with_virtual_source(loaded_, sources_, context_);
    sources_ = {vertices_};
  }
  listed_ = asked_ = host::resolve(question, loaded_.graph->info(), loaded_.ids, host::Door::command);
  asked_.targets = host::distinct(listed_.targets);
  // What a chosen plugin adds up itself is certified like the rows of others, unless the user says how many are.
  if (asked_.reduce && question.sample_beyond == host::RowSampling::all &&
      is_chooser(plugins.algorithm(arguments.solver.plugin)))
    listed_.sample.rows = asked_.sample.rows = host::RowSampling::all;
  const GraphInfo& info = loaded_.graph->info();
  const std::size_t per_call = question.batch != 0 ? question.batch
                               : asked_.reduce     ? host::sources_at_once(info, false)
                                                   : host::sources_per_call(info, nullptr);
  tried_ = host::distinct(sources_);
  solver_.emplace(choose_solver(arguments.solver, *loaded_.graph,
                                {.some = tried_,
                                 .sources = tried_.size(),
                                 .per_call = per_call,
                                 .parallel = static_cast<unsigned>(question.parallel),
                                 .asked = &asked_,
                                 .is_all = true},
                                plugins, context_.threads()));
  if ((question.predecessors && !question.nearest) || arguments.quiet) return;
  if (const std::string note = host::early_stop_note(asked_, loaded_.graph->info()); !note.empty())
    say(fmt::format("{}: {}", loaded_.name, note));
}

std::vector<Vertex> Solving::find_sources() {
  std::vector<Vertex> sources =
      host::choose_sources(question_, *loaded_.graph, loaded_.directed, loaded_.ids, context_, host::Door::command);
  if (question_.rule == host::Question::Rule::random && sources.size() < question_.random && !arguments_.quiet)
    say(fmt::format("{}: {} random sources instead of {}: no more vertices have out-arcs", loaded_.name, sources.size(),
                    question_.random));
  return sources;
}

host::SolutionWriter Solving::writer(host::OutputPlan plan) const {
  return {std::move(plan), "", sources_, listed_, loaded_.graph->info(), loaded_.ids, [](std::string_view) {}};
}

/// Instances on a device share it, which pays where a solve does not fill it (docs/run.md).
std::size_t Solving::parallel(const host::Plugin& plugin) const {
  const std::size_t threads = context_.threads();
  if (question_.parallel != 0) return std::min(question_.parallel, threads);
  if (!plugin.has(capability::device)) return std::min(threads, batch_size(plugin));
  constexpr std::uint64_t small = 1 << 24;  // arcs; each instance has a copy of its own
  constexpr std::size_t instances = 8;
  return loaded_.graph->info().edges > small ? 1 : std::min(instances, batch_size(plugin));
}

std::size_t Solving::batch_size(const host::Plugin& plugin) const {
  const GraphInfo& info = loaded_.graph->info();
  const host::Projection projection = host::projection_for(plugin, info, asked_);
  if (asked_.reduce && question_.batch == 0) {
    constexpr std::size_t max = 1 << 16;  // so that it shows how far it is
    return std::min({host::sources_at_once(info, projection == host::Projection::fold), max, sources_.size()});
  }
  const bool alone = projection == host::Projection::gather;
  const std::size_t chosen = host::sources_per_call(info, &plugin, alone ? asked_.targets.size() : 0);
  return std::min<std::size_t>(question_.batch != 0 ? question_.batch : chosen, sources_.size());
}

bool Solving::solve(const Take& take) {
  return solve_batches([&](std::span<const Vertex> sources, const host::Verifier::Answer& answer) {
    host::for_whole_rows(sources, answer, [&](std::span<const Vertex> some, const Output& output) {
      count(output);
      take(some, output, answer.predecessors);
    });
  });
}

bool Solving::reduce(const TakeReduced& take) {
  return solve_batches([&](std::span<const Vertex> sources, const host::Verifier::Answer& answer) {
    for (const host::ReducedRow& row : answer.reduced) {
      figures_.reached += row.reached;
      figures_.max_real = std::max(figures_.max_real, row.max.rounded());
      if (const auto max = row.max.integer())
        figures_.max_integer = std::max(figures_.max_integer, static_cast<std::int64_t>(*max));
    }
    take(sources, answer.reduced);
  });
}

bool Solving::solve_batches(const TakeAnswer& take) {
  const auto calls = [&](const host::Plugin& plugin) {
    return host::CallsOf{.sources = batch_size(plugin), .instances = parallel(plugin)};
  };
  host::CertifiedSolver solver(loaded_, asked_, tried_.size(), calls, solver_->choice, plugins_, context_,
                               solver_->place);
  solver.certify_rows_of(host::sampled_rows(tried_, asked_.sample), asked_.sample.draws_whole_rows(tried_.size()));
  print_opening_notes();
  Terminal terminal(arguments_.quiet ? Terminal::Says::nothing : Terminal::Says::all, nullptr, {});
  for (std::size_t done = 0; done < sources_.size() && cycle_.empty();) {
    const std::span<const Vertex> left = std::span(sources_).subspan(done);
    const std::size_t batch = solver.first_call() != 0 ? solver.first_call() : batch_size(solver.plugin());
    const auto sources = left.first(host::distinct_count(left, batch));
    if (sources.size() < sources_.size()) terminal.progress(done + 1, sources_.size(), solver.plugin().about().name);
    done += sources.size();
    const host::Verifier::Answer& answer = solver.solve(sources);
    if (answer.output->outcome == Outcome::negative_cycle) {
      cycle_.assign(answer.output->cycle.begin(), answer.output->cycle.end());
      cycle_from_ = sources.size() == 1
                        ? loaded_.ids.text(sources.front())
                        : fmt::format("one of the sources from {} to {}", loaded_.ids.text(sources.front()),
                                      loaded_.ids.text(sources.back()));
      break;
    }
    take(sources, answer);
  }
  terminal.finish();
  plugin_ = solver.plugin().about().name;
  note_choice(solver);
  figures_.seconds = solver.seconds();
  devices_ = solver.devices();
  if (!devices_.empty() && !arguments_.quiet)
    for (const std::string& note : solver.notes()) say(fmt::format("{}: {}", plugin_, note));
  drawn_rows_ = solver.drawn_rows();
  solver.finish();
  return cycle_.empty();
}

void Solving::count(const Output& output) {
  const std::vector<Vertex>& targets = asked_.targets;
  const std::uint64_t columns = targets.empty() ? vertices_ : targets.size();
  constexpr std::uint64_t grain = std::uint64_t{1} << 16;
  const std::uint64_t parts = (columns + grain - 1) / grain;  // of a row
  std::mutex mutex;
  with_weight_type(output.kind, [&]<WeightType W>() {
    context_.parallel_for(output.rows * parts, 1, [&](std::uint64_t begin, std::uint64_t end) {
      std::uint64_t reached = 0;
      W max = std::numeric_limits<W>::lowest();
      for (std::uint64_t part = begin; part < end; ++part) {
        const std::span<const W> distances = output.distances_as<W>(static_cast<std::uint32_t>(part / parts));
        const std::uint64_t first = part % parts * grain;
        for (std::uint64_t i = first; i < std::min(first + grain, columns); ++i) {
          const W distance = distances[targets.empty() ? i : targets[i]];
          if (distance == unreached<W>) continue;
          ++reached;
          max = std::max(max, distance);
        }
      }
      const std::scoped_lock lock(mutex);
      figures_.reached += reached;
      if (reached == 0) return;
      if constexpr (std::is_integral_v<W>)
        figures_.max_integer = std::max<std::int64_t>(figures_.max_integer, max);
      else
        figures_.max_real = std::max<double>(figures_.max_real, max);
    });
  });
}

int Solving::report_cycle(const char* missing) const {
  print(cycle_text(cycle_from_, host::cycle_arcs(*loaded_.graph, cycle_), missing, loaded_.ids,
                   loaded_.graph->info().weights));
  return static_cast<int>(host::ExitCode::failed_run);
}

void Solving::print_summary() const {
  if (!arguments_.quiet) say(summary());
}

std::string Solving::summary() const {
  const std::uint64_t each = asked_.targets.empty() ? vertices_ : asked_.targets.size();
  std::string text = loaded_.name + ": ";
  if (asked_sources_ > 1)
    text += fmt::format("{}{} sources, ", question_.nearest ? "the nearest of " : "", asked_sources_);
  text += fmt::format("{} of {} {} reached", figures_.reached, each * sources_.size(),
                      !asked_.targets.empty() ? "targets" : "vertices");
  const WeightKind weights = loaded_.graph->info().weights;
  if (figures_.reached != 0)
    text += ", largest distance " + (is_floating(weights) ? host::weight_text(figures_.max_real, weights)
                                                          : fmt::to_string(figures_.max_integer));
  text += fmt::format("; {}, {}", plugin_, host::duration_text(figures_.seconds));
  if (asked_.reduce && figures_.seconds > 0)
    text += fmt::format(", {} sources/s", host::figure_text(static_cast<double>(sources_.size()) / figures_.seconds));
  for (const host::DeviceShare& share : devices_)
    text += fmt::format(", device {}: {} sources", share.device, share.sources);
  if (!choice_text_.empty()) text += fmt::format(" [{}]", choice_text_);
  return text + ", " + trust_text();
}

void Solving::note_choice(const host::CertifiedSolver& solver) {
  const host::Choice& choice = solver.choice();
  if (!choice.chooser.empty()) choice_text_ = fmt::format("{}: {}", choice.chooser, host::reason_of(choice));
  if (!choice.unusable.empty()) choice_text_ += "; not usable: " + choice.unusable;
  if (!arguments_.quiet) {
    for (const std::string& fault : solver.faults()) say(fmt::format("{}: {}", choice.chooser, fault));
    if (solver_->place.devices.given() && !solver.plugin().has(capability::device))
      say(fmt::format("--devices has no effect: {}, which {} chose, uses no device", plugin_, choice.chooser));
  }
  if (!arguments_.verbose || choice.chooser.empty()) return;
  say(fmt::format("{}: chose within {}", choice.chooser, host::time_text(choice.seconds)));
  for (const auto* const notes : {&solver.declined(), &choice.refused})
    for (const std::string& note : *notes) say(fmt::format("{}: {}", choice.chooser, note));
}

std::string Solving::trust_text() const {
  const auto& [certified, others, checked, unchecked] = drawn_rows_;
  if (others == 0) return "certified";
  std::string text =
      fmt::format("{} of {} rows certified, drawn with seed {}", certified, certified + others, question_.sample_seed);
  if (checked + unchecked != 0)
    text += fmt::format("; the plugin checked {} rows itself{}", checked,
                        unchecked == 0 ? "" : fmt::format(" and could not check {}", unchecked));
  return text;
}

void warn_of_plane(const host::LoadedGraph& loaded) {
  if (const std::string doubt = host::plane_doubt(loaded); !doubt.empty())
    say(fmt::format("{}: {}", loaded.name, doubt));
}

std::string arc_table(const std::vector<host::PathArc>& arcs, const std::vector<host::ExactWeight>& until,
                      const host::VertexIds& ids, WeightKind weights) {
  if (arcs.empty()) return {};
  std::vector<host::Row> rows = {{"arc", "from", "to", "weight", "distance"}};
  for (std::size_t i = 0; i < arcs.size(); ++i)
    rows.push_back({fmt::to_string(arcs[i].number), ids.text(arcs[i].from), ids.text(arcs[i].to),
                    host::weight_text(arcs[i].weight, weights), host::weight_text(until[i], weights)});
  return host::aligned(rows, host::FirstColumn::right);
}

nlohmann::json weight_number(const host::ExactWeight& weight, WeightKind weights) {
  return nlohmann::json::parse(host::weight_text(weight, weights));
}

nlohmann::json arc_json(const host::PathArc& arc, const host::VertexIds& ids, WeightKind weights) {
  return {{"from", ids[arc.from]},
          {"to", ids[arc.to]},
          {"arc", arc.number},
          {"weight", weight_number(arc.weight, weights)}};
}

std::vector<host::ExactWeight> sums(const std::vector<host::PathArc>& arcs) {
  std::vector<host::ExactWeight> until;
  host::ExactWeight sum;
  for (const host::PathArc& arc : arcs) until.push_back(sum += arc.weight);
  return until;
}

std::string cycle_text(const std::string& from, const std::vector<host::PathArc>& cycle, const char* missing,
                       const host::VertexIds& ids, WeightKind weights) {
  const std::vector<host::ExactWeight> until = sums(cycle);
  const host::ExactWeight weight = until.empty() ? host::ExactWeight() : until.back();
  const double rounding = host::rounding_of(cycle, weights);
  std::string doubt;
  if (-weight.rounded() <= rounding)
    doubt = fmt::format(" (0 within {:.2g}, the rounding of its weights; see --cycle-tolerance)", rounding);
  else if (-weight.rounded() <= 1e6 * rounding)
    doubt = " (next to 0 beside its weights; see --cycle-tolerance)";
  return fmt::format("{} reaches a negative cycle of {} {} and weight {}{}, so {}\n", from, cycle.size(),
                     cycle.size() == 1 ? "arc" : "arcs", host::weight_text(weight, weights), doubt, missing) +
         arc_table(cycle, until, ids, weights);
}

}  // namespace wayfront::app
