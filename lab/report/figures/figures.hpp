// All figures of a report. Each function returns nothing where the results have nothing to show.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "report/figures/axes.hpp"
#include "report/figures/figure.hpp"
#include "record/result.hpp"

namespace wayfront::host {

/// "c0" to "c7", then the same "hollow", and so on again.
std::string ink_class(std::size_t number);
Inks inks_of(std::span<const Results> all);

std::optional<Figure> speedup_figure(const Results& results, const Inks& inks);
std::optional<Figure> phases_figure(const Results& results, const Inks& inks);
std::optional<Figure> samples_figure(const Results& results, const Inks& inks);
std::optional<Figure> work_figure(const Results& results, const Inks& inks);
/// One for each option that differs among the runs of a plugin.
std::vector<Figure> sweep_figures(const Results& results);
/// Round by round, of one traced solve of each run: the one with the median time from the first source.
std::vector<Figure> round_figures(const Results& results, const Inks& inks);

/// Several graphs.
std::optional<Figure> profile_figure(std::span<const Results> all, const Inks& inks);
std::optional<Figure> sizes_figure(std::span<const Results> all, const Inks& inks);
std::optional<Figure> speedups_figure(std::span<const Results> all, const Inks& inks);
std::optional<Figure> counts_figure(std::span<const Results> all, const Inks& inks);
std::optional<Figure> work_across_figure(std::span<const Results> all, const Inks& inks);

/// The figures of one result, or of all together.
struct FigureSection {
  std::vector<Figure> plots, rounds;
};
struct Figures {
  FigureSection across;                 // empty for one graph
  std::vector<FigureSection> sections;  // as the results
};
/// `all` as grouped_by_graph() has them. The views' file names begin with the case if there are several results.
Figures figures_of(std::span<const Results> all);

}  // namespace wayfront::host
