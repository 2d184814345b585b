// One page of HTML from a page with marks and what they stand for: style, data, script. A file without network access.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "base/json/json_text.hpp"

namespace wayfront::host {

/// `html` with each mark, "{{style}}", replaced by its text. Marks stand in the page once each, in this order.
inline std::string html_page(std::string_view html,
                             std::initializer_list<std::pair<std::string_view, std::string_view>> texts) {
  std::string page;
  for (const auto& [mark, text] : texts) {
    const std::size_t at = html.find(mark);
    page += html.substr(0, at);
    page += text;
    html.remove_prefix(at + mark.size());
  }
  return page.append(html);
}

/// JSON inside <script>: it must not end the element or begin a comment.
inline std::string in_script(const nlohmann::json& value) {
  std::string text;
  for (const char c : json_text(value, -1)) text += c == '<' ? "\\u003c" : std::string(1, c);
  return text;
}

}  // namespace wayfront::host
