// The files of lab/report/report_page, of which an HTML report is made.
#pragma once

#include <string_view>

namespace wayfront::host {

/// Has one mark each "{{style}}", "{{figure_style}}", "{{figures}}", "{{repeat}}", "{{data}}", "{{stand_alone}}" and
/// "{{script}}", in this order.
extern const std::string_view page_html;
extern const std::string_view page_style;
extern const std::string_view page_figure_style;
extern const std::string_view page_script;

}  // namespace wayfront::host
