// One page of HTML from a page with marks, its style, its data and its script: a file without network access.
#pragma once

#include <string>
#include <string_view>

#include "base/json_text.hpp"

namespace wayfront::host {

/// `html` has, each once, "{{style}}", "{{data}}" and "{{script}}", in this order.
inline std::string html_page(std::string_view html, std::string_view style, const nlohmann::json& data,
                             std::string_view script) {
  std::string page;
  const auto insert = [&](std::string_view mark, std::string_view text) {
    const std::size_t at = html.find(mark);
    page += html.substr(0, at);
    page += text;
    html.remove_prefix(at + mark.size());
  };
  insert("{{style}}", style);
  std::string safe;  // JSON inside <script>: it must not end the element or begin a comment
  for (const char c : json_text(data, -1)) {
    if (c == '<')
      safe += "\\u003c";
    else
      safe += c;
  }
  insert("{{data}}", safe);
  insert("{{script}}", script);
  return page.append(html);
}

}  // namespace wayfront::host
