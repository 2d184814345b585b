// All figures of a report. Each function returns nothing where the results have nothing to show.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "record/result.hpp"
#include "report/figures/axes.hpp"

namespace wayfront::host {

// A plot: its drawing, and the numbers that it shows.

/// Numbers in full, not rounded as in the drawing.
struct FigureData {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows{};

  /// Returns the row's number, which a mark of the drawing refers to (data-row).
  std::size_t add(std::vector<std::string> row) {
    rows.push_back(std::move(row));
    return rows.size() - 1;
  }
  /// RFC 4180, with a header line.
  std::string csv() const;
};

/// One of the ways to draw a figure, such as "over time".
struct FigureView {
  std::string name{};  // "" if it is the only one
  std::string svg{};   // an element without a style of its own: see stand_alone()
  FigureData data{};
  std::string file{};  // the name of its files without an ending; set by figures_of()
};

struct Figure {
  std::string kind;  // what it shows, such as "speedup"; several figures may show it of different options
  std::string title, note;
  std::vector<FigureView> views{};
  std::string name = kind;  // part of the files' names: only letters, digits, - and _
};

/// The class of each run's colour by its label: "c0" to "c7", then the same "hollow". A run keeps it in all figures.
using Inks = std::map<std::string, std::string>;

/// A number as in JSON; "" for NaN and infinity.
std::string data_number(double value);

/// The numbers of up to `max` of `size` things, with the first and the last.
std::vector<std::size_t> evenly_spaced(std::size_t size, std::size_t max);

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
std::optional<Figure> counts_figure(std::span<const Results> all, const Inks& inks);
/// Time, speed-up and a counter against the graph.
std::vector<Figure> graph_figures(std::span<const Results> all, const Inks& inks);
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

// The HTML page: the files of lab/report/report_page, of which it is made.

/// Has one mark each "{{style}}", "{{figure_style}}", "{{figures}}", "{{repeat}}", "{{data}}", "{{stand_alone}}" and
/// "{{script}}", in this order.
extern const std::string_view page_html;
extern const std::string_view page_style, page_figure_style, page_script;

// Figures as parts of the page: cards that its scripts (report_page/figures.js) add buttons and hovering to.

/// A section for all results together, if there are several, and one for each: data-result="all", "0", "1" and so on.
/// `all` as grouped_by_graph() has them.
std::string sections_html(std::span<const Results> all);

// Figures as files that need nothing else.

/// The style of figures outside the page: figure.css with the light values of style.css in place of variables.
std::string stand_alone_style();
/// What stands in a file before everything else within the element: that style and a light ground.
std::string stand_alone_begin();
/// An XML file with that. `svg` is a FigureView's.
std::string stand_alone(const std::string& svg);

/// Writes NAME.svg and NAME.csv of every view of every figure into the directory, which is created, and returns the
/// number of drawings. Throws UserError.
std::size_t write_figures(std::span<const Results> all, const std::filesystem::path& directory);

}  // namespace wayfront::host
