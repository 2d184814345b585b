// Figures as files that need nothing else.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

#include "record/result.hpp"

namespace wayfront::host {

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
