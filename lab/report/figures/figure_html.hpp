// Figures as parts of the HTML page: cards that its scripts (report_page/figures.js) add buttons and hovering to.
#pragma once

#include <span>
#include <string>

#include "record/result.hpp"

namespace wayfront::host {

/// A section for all results together, if there are several, and one for each: data-result="all", "0", "1" and so on.
/// `all` as grouped_by_graph() has them.
std::string sections_html(std::span<const Results> all);

}  // namespace wayfront::host
