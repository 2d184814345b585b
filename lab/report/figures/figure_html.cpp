#include "report/figures/figure_html.hpp"

#include <fmt/format.h>

#include "report/figures/figures.hpp"
#include "report/figures/texts.hpp"

namespace wayfront::host {
namespace {

/// The first view is shown; the data are hidden and read by the page's scripts.
std::string card(const Figure& figure) {
  std::string text = fmt::format("<figure data-plot=\"{}\"><figcaption><div><h3>{}</h3><p>{}</p></div></figcaption>\n",
                                 xml_text(figure.kind), xml_text(figure.title), xml_text(figure.note));
  for (const FigureView& view : figure.views)
    text += fmt::format(
        "<div class=\"view\" data-view=\"{}\" data-file=\"{}\"{}>{}\n<pre class=\"data\" hidden>\n{}</pre></div>\n",
        xml_text(view.name), xml_text(view.file), &view == &figure.views.front() ? "" : " hidden", view.svg,
        xml_text(view.data.csv()));
  return text + "</figure>\n";
}

std::string section(const FigureSection& figures, const std::string& id) {
  std::string text = fmt::format("<section data-result=\"{}\"{}>\n<div class=\"plots\">\n", id,
                                 id == "all" ? "" : fmt::format(" id=\"g{}\"", id));
  for (const Figure& figure : figures.plots) text += card(figure);
  text += "</div>\n";
  if (!figures.rounds.empty()) {
    text +=
        "<div class=\"between\"><h3>Round by round</h3><p class=\"facts\">One solve of each run: the one with the median "
        "time from the first source. Long ones are drawn with evenly spaced rounds.</p></div>\n<div class=\"plots linked\">\n";
    for (const Figure& figure : figures.rounds) text += card(figure);
    text += "</div>\n";
  }
  return text + "</section>\n";
}

}  // namespace

std::string sections_html(std::span<const Results> all) {
  const Figures figures = figures_of(all);
  std::string text = all.size() > 1 ? section(figures.across, "all") : "";
  for (std::size_t i = 0; i < figures.sections.size(); ++i) text += section(figures.sections[i], fmt::to_string(i));
  return text;
}

}  // namespace wayfront::host
