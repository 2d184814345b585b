#include "report/figures/figure.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/csv_text.hpp"

namespace wayfront::host {

std::string data_number(double value) { return std::isfinite(value) ? fmt::format("{}", value) : ""; }

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

}  // namespace wayfront::host
