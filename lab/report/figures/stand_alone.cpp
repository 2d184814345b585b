#include "report/figures/figures.hpp"

#include <fmt/format.h>

#include <system_error>

#include "base/errors.hpp"
#include "files/file_replacement.hpp"
#include "report/overview.hpp"

namespace wayfront::host {
namespace {

constexpr std::string_view pair_of_colours = "light-dark(";

/// The variables that a style sheet declares, with their light values.
std::map<std::string_view, std::string_view> light_values(std::string_view style) {
  std::map<std::string_view, std::string_view> values;
  for (std::size_t at = style.find("  --"); at != style.npos; at = style.find("  --", at + 1)) {
    const std::string_view line = style.substr(at + 2, style.find(';', at) - at - 2);
    const std::size_t colon = line.find(": ");
    std::string_view value = line.substr(colon + 2);
    if (value.starts_with(pair_of_colours))
      value = value.substr(pair_of_colours.size(), value.find(',') - pair_of_colours.size());
    values.emplace(line.substr(0, colon), value);
  }
  return values;
}

}  // namespace

std::string stand_alone_style() {
  const auto values = light_values(page_style);
  constexpr std::string_view begin = "var(";
  std::string style;
  std::string_view rest = page_figure_style;
  for (std::size_t at = rest.find(begin); at != rest.npos; at = rest.find(begin)) {
    const std::size_t end = rest.find(')', at);
    style += rest.substr(0, at);
    style += values.at(rest.substr(at + begin.size(), end - at - begin.size()));
    rest.remove_prefix(end + 1);
  }
  return style.append(rest);
}

std::string stand_alone_begin() {
  return fmt::format("<style>{}</style><rect class=\"ground\" x=\"{}\" y=\"{}\" width=\"100%\" height=\"100%\"/>",
                     stand_alone_style(), -Svg::margin, -Svg::margin);
}

std::string stand_alone(const std::string& svg) {
  const std::size_t inside = svg.find('>') + 1;
  return fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{}{}{}\n", svg.substr(0, inside), stand_alone_begin(),
                     svg.substr(inside));
}

std::size_t write_figures(std::span<const Results> all, const std::filesystem::path& directory) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error)
    throw UserError(ExitCode::usage,
                    fmt::format("--figures: {}: cannot be created: {}", directory.string(), error.message()));
  const std::vector<Results> grouped = grouped_by_graph(all);
  Figures figures = figures_of(grouped);
  figures.sections.push_back(std::move(figures.across));
  std::size_t count = 0;
  for (const FigureSection& section : figures.sections)
    for (const std::vector<Figure>* list : {&section.plots, &section.rounds})
      for (const Figure& figure : *list)
        for (const FigureView& view : figure.views) try {
            write_whole(directory / (view.file + ".svg"), stand_alone(view.svg), Links::replace);
            write_whole(directory / (view.file + ".csv"), view.data.csv(), Links::replace);
            ++count;
          } catch (const UserError& fault) {
            throw UserError(fault.code(), fmt::format("--figures: {}", fault.what()));
          }
  return count;
}

}  // namespace wayfront::host
