#include "report/figures/figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

#include "base/text.hpp"
#include "compare/summary.hpp"
#include "report/figures/texts.hpp"

namespace wayfront::host {

std::string data_number(double value) { return std::isfinite(value) ? fmt::format("{}", value) : ""; }

std::vector<std::size_t> evenly_spaced(std::size_t size, std::size_t max) {
  std::vector<std::size_t> kept(std::min(size, max));
  for (std::size_t i = 0; i < kept.size(); ++i) kept[i] = size <= max ? i : i * (size - 1) / (max - 1);
  return kept;
}

std::string FigureData::csv() const {
  std::string text;
  const auto line = [&](const std::vector<std::string>& cells) {
    for (const std::string& cell : cells) text += (&cell == &cells.front() ? "" : ",") + csv_field(cell);
    text += '\n';
  };
  line(columns);
  for (const auto& row : rows) line(row);
  return text;
}

namespace {

void add(std::vector<Figure>& figures, std::optional<Figure> figure) {
  if (figure) figures.push_back(std::move(*figure));
}

FigureSection section_of(const Results& results, const Inks& inks) {
  FigureSection section;
  for (const auto make : {speedup_figure, samples_figure, phases_figure, work_figure})
    add(section.plots, make(results, inks));
  std::ranges::move(sweep_figures(results), std::back_inserter(section.plots));
  section.rounds = round_figures(results, inks);
  return section;
}

/// `wanted`, with a number if it is taken. It is taken afterwards.
std::string unused(std::set<std::string>& taken, const std::string& wanted) {
  std::string name = wanted;
  for (unsigned i = 2; !taken.insert(name).second; ++i) name = fmt::format("{}_{}", wanted, i);
  return name;
}

void name_files(FigureSection& section, const std::string& prefix, std::set<std::string>& names) {
  for (std::vector<Figure>* figures : {&section.plots, &section.rounds})
    for (Figure& figure : *figures)
      for (FigureView& view : figure.views)
        view.file = unused(names, prefix + figure.name + (view.name.empty() ? "" : "_" + name_of_file(view.name)));
}

}  // namespace

std::string ink_class(std::size_t number) {
  constexpr std::size_t colours = 8;
  return fmt::format("c{}{}", number % colours, number % (2 * colours) >= colours ? " hollow" : "");
}

Inks inks_of(std::span<const Results> all) {
  Inks inks;
  for (const Results& results : all)
    for (const RunResult& run : results.runs) inks.emplace(run.label, ink_class(inks.size()));
  return inks;
}

Figures figures_of(std::span<const Results> all) {
  Figures figures;
  const Inks inks = inks_of(all);
  std::set<std::string> prefixes, names;
  for (const Results& results : all) {
    figures.sections.push_back(section_of(results, inks));
    const std::string prefix =
        all.size() == 1 ? "" : unused(prefixes, name_of_file(short_case_name(results, all))) + '_';
    name_files(figures.sections.back(), prefix, names);
  }
  std::set<std::string> graphs;
  std::vector<Results> searched;  // times of sources that reach little say nothing about the graph
  for (const Results& results : all) {
    graphs.insert(graph_key(results));
    if (!reach_of(results).is_little()) searched.push_back(results);
  }
  if (graphs.size() < 2) return figures;  // times of one graph from several results were measured at different times
  for (const auto make : {profile_figure, counts_figure}) add(figures.across.plots, make(searched, inks));
  std::ranges::move(graph_figures(searched, inks), std::back_inserter(figures.across.plots));
  add(figures.across.plots, work_across_figure(searched, inks));
  name_files(figures.across, "", names);
  return figures;
}

}  // namespace wayfront::host
