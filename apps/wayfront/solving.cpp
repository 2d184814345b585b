#include "solving.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <type_traits>

#include "answers/asked_scope.hpp"
#include "answers/shortest_path.hpp"
#include "base/process.hpp"
#include "certify/output_row.hpp"
#include "graph/sources.hpp"
#include "load/asked_graph.hpp"
#include "measure/certified_solve.hpp"
#include "output.hpp"
#include "report/overview.hpp"
#include "run/solver.hpp"
#include "terminal.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::app {

void SolvingArguments::add_to(std::vector<Option>& rows, const char* file) {
  graph.add_file_to(rows, file);
  question.add_to(rows);
  solver.add_to(rows);
  graph.add_to(rows, {});
  rows.push_back({"-q,--quiet", &quiet, "Print no notes and no summary on stderr."});
}

Solving::Solving(const SolvingArguments& arguments, const host::PluginRegistry& plugins)
    : arguments_(arguments), plugins_(plugins), context_(host::available_processors()) {
  const QuestionArguments& asked = arguments.question;
  const std::vector<host::VertexId> from = ids_of(asked.from, "--from");
  const std::vector<host::VertexId> to = asked.to.empty() ? std::vector<host::VertexId>() : ids_of(asked.to, "--to");
  const GraphChoice choice = choose_graph(arguments.graph, plugins);
  context_.start(0, false);
  loaded_ = load(choice, plugins, context_);
  if (!arguments.quiet) print_notes(loaded_);
  vertices_ = loaded_.graph->info().vertices;
  sources_ = host::vertices_of(from, vertices_, loaded_.ids, "--from");
  asked_sources_ = sources_.size();
  const host::Wanted wanted{
      .targets = to, .limit = asked.limit, .count = asked.count, .targets_name = "--to", .count_name = "--count"};
  scope_ = host::asked_scope(wanted, loaded_.graph->info(), loaded_.ids, false);
  if (asked.direction == "to") loaded_ = host::reversed_graph(loaded_, context_);
  if (arguments.nearest) {
    loaded_ = host::graph_with_virtual_source(loaded_, sources_, context_);
    sources_ = {vertices_};
    if (scope_.count != 0) ++scope_.count;
  }
  solver_.emplace(choose_solver(arguments.solver, loaded_.graph->info(), plugins));
  if (const std::string note = host::early_stop_note(scope_, loaded_.graph->info()); !note.empty() && !arguments.quiet)
    std::fprintf(stderr, "wayfront: %s: %s\n", loaded_.name.c_str(), note.c_str());
}

host::AnswerForm Solving::form() const {
  const GraphInfo& info = loaded_.graph->info();
  return {sources_, scope_.targets, info.vertices, info.weights, arguments_.nearest};
}

/// An instance on a device has the device for itself.
unsigned Solving::parallel(bool trees) const {
  if (arguments_.question.parallel != 0)
    return static_cast<unsigned>(std::min<std::uint64_t>(arguments_.question.parallel, context_.threads()));
  if (solver_->plugin.has(capability::device)) return 1;
  return static_cast<unsigned>(std::min<std::size_t>(context_.threads(), batch_size(trees)));
}

std::size_t Solving::batch_size(bool trees) const {
  const GraphInfo& info = loaded_.graph->info();
  host::MeasureRules rules;
  rules.predecessors = trees;
  const bool alone = host::answers_targets_alone(solver_->plugin, info, scope_, rules);
  const std::size_t chosen = host::sources_per_call(info, alone ? scope_.targets.size() : 0);
  return std::min<std::size_t>(arguments_.question.batch != 0 ? arguments_.question.batch : chosen, sources_.size());
}

bool Solving::solve(bool trees, const Take& take) {
  host::CertifiedSolver solver(loaded_, scope_, trees, parallel(trees), solver_->plugin, solver_->options, plugins_,
                               context_, solver_->place);
  print_opening_notes();
  Terminal terminal(false, nullptr, {});
  const std::size_t batch = batch_size(trees);
  const std::size_t calls = (sources_.size() + batch - 1) / batch;
  for (std::size_t i = 0; i < calls && cycle_.empty(); ++i) {
    const auto sources = std::span(sources_).subspan(i * batch, std::min(batch, sources_.size() - i * batch));
    if (calls > 1) terminal.progress(i + 1, calls, plugin());
    const host::Judge::Answer& answer = solver.solve(sources);
    if (answer.output->outcome == Outcome::negative_cycle) {
      cycle_.assign(answer.output->cycle.begin(), answer.output->cycle.end());
      cycle_from_ = sources.size() == 1
                        ? loaded_.ids.text(sources.front())
                        : fmt::format("one of the sources from {} to {}", loaded_.ids.text(sources.front()),
                                      loaded_.ids.text(sources.back()));
      break;
    }
    host::for_whole_rows(sources, answer, [&](std::span<const Vertex> some, const Output& output) {
      count(output);
      take(some, output, answer.predecessors);
    });
  }
  terminal.finish();
  figures_.seconds = solver.seconds();
  solver.finish();
  return cycle_.empty();
}

void Solving::count(const Output& output) {
  with_weight_type(output.kind, [&]<WeightType W>() {
    for (std::uint32_t row = 0; row < output.rows; ++row) {
      const std::span<const W> distances = output.distances_as<W>(row);
      const auto look = [&](Vertex v) {
        if (distances[v] == unreached<W>) return;
        ++figures_.reached;
        if constexpr (std::is_integral_v<W>)
          figures_.max_integer = std::max<std::int64_t>(figures_.max_integer, distances[v]);
        else
          figures_.max_real = std::max<double>(figures_.max_real, distances[v]);
      };
      if (scope_.targets.empty())
        for (Vertex v = 0; v < vertices_; ++v) look(v);
      else
        for (const Vertex v : scope_.targets) look(v);
    }
  });
}

void Solving::print_summary() const {
  if (!arguments_.quiet) std::fprintf(stderr, "wayfront: %s\n", summary().c_str());
}

std::string Solving::summary() const {
  const std::uint64_t each = scope_.targets.empty() ? vertices_ : scope_.targets.size();
  std::string text = loaded_.name + ": ";
  if (asked_sources_ > 1)
    text += fmt::format("{}{} sources, ", arguments_.nearest ? "the nearest of " : "", asked_sources_);
  text += fmt::format("{} of {} {} reached", figures_.reached, each * sources_.size(),
                      !scope_.targets.empty() ? "targets" : "vertices");
  const WeightKind weights = loaded_.graph->info().weights;
  if (figures_.reached != 0)
    text += ", largest distance " + (is_floating(weights) ? host::weight_text(figures_.max_real, weights)
                                                          : fmt::to_string(figures_.max_integer));
  return text + fmt::format("; {}, {}, certified", plugin(), host::duration_text(figures_.seconds));
}

}  // namespace wayfront::app
