// A plot: its drawing, and the numbers that it shows.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace wayfront::host {

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
  std::string name;  // "" if it is the only one
  std::string svg;   // an element without a style of its own: see stand_alone.hpp
  FigureData data;
  std::string file{};  // the name of its files without an ending; set by figures_of()
};

struct Figure {
  std::string kind;  // what it shows, such as "speedup"; several figures may show it of different options
  std::string name;  // part of the files' names: only letters, digits, - and _
  std::string title, note;
  std::vector<FigureView> views;
};

/// The class of each run's colour by its label: "c0" to "c7", then the same "hollow". A run keeps it in all figures.
using Inks = std::map<std::string, std::string>;

/// A number as in JSON; "" for NaN and infinity.
std::string data_number(double value);

}  // namespace wayfront::host
