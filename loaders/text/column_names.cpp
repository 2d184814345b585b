#include "text/column_names.hpp"

#include <algorithm>
#include <span>
#include <string>

#include "text/fields.hpp"

namespace wayfront::textfile {
namespace {

constexpr std::string_view sources[] = {"source", "src",    "from", "u", "tail", "start",
                                        "init",   "origin", "orig", "i", "node1"};
constexpr std::string_view targets[] = {"target", "tgt",  "to", "v",    "head",        "end",  "term",
                                        "dst",    "dest", "j",  "sink", "destination", "node2"};
constexpr std::string_view weights[] = {"weight",   "weights", "w",      "cost", "length",
                                        "distance", "dist",    "rating", "value"};
constexpr std::string_view parts_of_weights[] = {"weight", "cost",     "length",  "distance",
                                                 "dist",   "duration", "minutes", "seconds"};

/// "from node id" as "fromnodeid".
std::string letters_of(std::string_view name) {
  std::string letters;
  for (const char c : name) {
    const char it = lower(c);
    if ((it >= 'a' && it <= 'z') || (it >= '0' && it <= '9') || static_cast<unsigned char>(it) >= 0x80) letters += it;
  }
  return letters;
}

/// "from" of "fromnodeid". At least two letters stay: "vid" does not become "v".
std::string_view without_words(std::string_view letters) {
  for (const std::string_view word : {"id", "node", "vertex"}) {
    constexpr std::size_t shortest = 2;
    if (letters.size() < word.size() + shortest) continue;
    if (letters.ends_with(word)) letters.remove_suffix(word.size());
    if (letters.size() >= word.size() + shortest && letters.starts_with(word)) letters.remove_prefix(word.size());
  }
  return letters;
}

bool has(std::span<const std::string_view> names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

}  // namespace

Column column_called(std::string_view name) {
  const std::string letters = letters_of(name);
  const std::string_view end = without_words(letters);
  if (has(sources, letters) || has(sources, end)) return Column::source;
  if (has(targets, letters) || has(targets, end)) return Column::target;
  if (has(weights, letters)) return Column::weight;
  return Column::other;
}

bool looks_like_weight(std::string_view name) {
  const std::string letters = letters_of(name);
  return column_called(name) == Column::weight || (letters.ends_with("time") && !letters.ends_with("datetime")) ||
         std::ranges::any_of(parts_of_weights,
                             [&](std::string_view part) { return letters.find(part) != letters.npos; });
}

bool is_of_way_back(std::string_view name) {
  const std::string letters = letters_of(name);
  return letters.find("reverse") != letters.npos || letters.find("backward") != letters.npos;
}

}  // namespace wayfront::textfile
