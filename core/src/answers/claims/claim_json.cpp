// JSON as `wayfront solve` writes it: what --json prints, or an object per line.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "answers/claims/claim.hpp"
#include "base/json/json_reader.hpp"

namespace wayfront::host::detail {
namespace {

using nlohmann::json;

class JsonRows {
 public:
  explicit JsonRows(ClaimBuilder& claim) : claim_(claim) {}

  /// {"id": 3, "distance": 7}
  void row(const json& object, std::uint32_t row, const std::string& place) {
    if (!object.is_object() || !object.contains("id")) claim_.fail(place, "is not an object with an \"id\"");
    const Vertex vertex = claim_.vertex(id(object["id"], place), place);
    for (const auto& [key, value] : object.items()) {
      switch (column_named(key)) {
        case ClaimColumn::distance:
          claim_.distance(row, vertex, number(value, place), place);
          break;
        case ClaimColumn::predecessor:
          claim_.predecessor(row, vertex, value.is_null() ? "" : id(value, place), place);
          break;
        case ClaimColumn::label:
          claim_.label();
          break;
        default:
          if (key != "id") claim_.fail(place, fmt::format("has the unknown key \"{}\"", key));
      }
    }
    if (!object.contains("distance") && !object.contains("predecessor"))
      claim_.fail(place, "has no key \"distance\" or \"predecessor\"");
  }

  void document(const json& value) {
    if (value.contains("graph_digest") && value["graph_digest"].is_string())
      claim_.graph_digest(value["graph_digest"].get<std::string>());
    if (value.contains("cycle")) return cycle(value["cycle"]);
    if (!value.contains("answers") || !value["answers"].is_array() || value.contains("distances"))
      claim_.fail(
          "", "is JSON, but neither what `wayfront solve --json` prints nor {\"id\":...,\"distance\":...} per line");
    const json& answers = value["answers"];
    for (std::size_t i = 0; i < answers.size(); ++i) {
      const std::string place = fmt::format(": answers[{}]", i);
      if (!answers[i].is_object() || !answers[i].contains("distances") || !answers[i]["distances"].is_array())
        claim_.fail(place, "has no list of distances");
      const bool named = answers[i].contains("source");
      const std::uint32_t from = named ? claim_.row(id(answers[i]["source"], place), place) : 0;
      for (const json& object : answers[i]["distances"]) row(object, from, place);
    }
  }

 private:
  std::string id(const json& value, const std::string& place) const {
    if (value.is_number_unsigned()) return value.dump();
    if (value.is_string()) return value.get<std::string>();
    claim_.fail(place, fmt::format("{} is not an id", value.dump()));
  }

  WrittenNumber number(const json& value, const std::string& place) const {
    if (value.is_null()) return {};
    if (!value.is_number()) claim_.fail(place, fmt::format("{} is not a distance", value.dump()));
    if (value.is_number_float()) return WrittenNumber::of_real(value.get<double>(), true);
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() < std::uint64_t{1} << 63)
      return WrittenNumber::of_whole(value.get<std::int64_t>(), true);
    return WrittenNumber::of_real(static_cast<double>(value.get<std::uint64_t>()), true);
  }

  void cycle(const json& arcs) {
    if (!arcs.is_array()) claim_.fail(": cycle", "is not a list of arcs");
    std::vector<Vertex> vertices;
    for (std::size_t i = 0; i < arcs.size(); ++i) {
      const std::string place = fmt::format(": cycle[{}]", i);
      if (!arcs[i].is_object() || !arcs[i].contains("from"))
        claim_.fail(place, "is not an arc with \"from\" and \"to\"");
      vertices.push_back(claim_.vertex(id(arcs[i]["from"], place), place));
    }
    claim_.cycle(std::move(vertices));
  }

  ClaimBuilder& claim_;
};

}  // namespace

void read_json(std::string_view bytes, ClaimBuilder& claim) {
  JsonRows rows(claim);
  const std::size_t begin = std::min(bytes.find_first_not_of(" \t\r\n"), bytes.size());
  const json first = json::parse(bytes.substr(begin, bytes.find('\n', begin) - begin), nullptr, false);
  if (!first.is_object() || !first.contains("id")) return rows.document(parse_json(bytes, claim.name()));
  for (std::uint64_t number = 1; !bytes.empty(); ++number) {
    const std::string_view line = bytes.substr(0, bytes.find('\n'));
    bytes.remove_prefix(std::min(line.size() + 1, bytes.size()));
    if (line.find_first_not_of(" \t\r") == line.npos) continue;
    rows.row(parse_json(line, claim.name(), number), 0, fmt::format(":{}", number));
  }
}

}  // namespace wayfront::host::detail
