// What a peer said, as a part of a sentence.
#pragma once

#include <string>
#include <string_view>

namespace wayfront::external {

/// On one line, cut where it is long: control characters and what is not UTF-8 become \x1b.
std::string shown(std::string_view text);
/// The same in quotation marks.
std::string in_quotes(std::string_view text);
/// The last lines of a text that are not blank, on one line; "" if there are none.
std::string last_words(std::string_view text);

}  // namespace wayfront::external
