#include "text/fields.hpp"

#include "wayfront/status.hpp"

namespace wayfront::textfile {

std::string shown(std::string_view field) {
  constexpr std::size_t max = 40;
  constexpr char hex[] = "0123456789abcdef";
  std::string text;
  for (const char c : field.substr(0, max)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7f)
      text += c;
    else
      text.append({'\\', 'x', hex[byte >> 4], hex[byte & 15]});
  }
  return field.size() > max ? text + "..." : text;
}

void check_end(std::string_view rest, std::string_view what) {
  if (const std::string_view more = next_field(rest); !more.empty())
    throw BadInput("'" + shown(more) + "' after the end of the " + std::string(what));
}

}  // namespace wayfront::textfile
