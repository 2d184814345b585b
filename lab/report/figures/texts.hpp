// Numbers as the figures print them: few digits, and a unit.
#pragma once

#include <string>
#include <string_view>

namespace wayfront::host {

/// `count` significant digits, never with an exponent, without zeros at the end.
std::string digits_text(double value, int count = 3);
/// "1.5 ms"
std::string seconds_text(double value);
/// "2.5x", with the sign for times.
std::string ratio_text(double value, int count = 3);
/// 1 500 000 as "1.5 M".
std::string compact_text(double value);
/// A text within XML: in an element or between double quotes.
std::string xml_text(std::string_view text);
/// Letters, digits, - and _ stay; each run of other characters becomes one _. At most 60 bytes.
std::string name_of_file(std::string_view text);

}  // namespace wayfront::host
