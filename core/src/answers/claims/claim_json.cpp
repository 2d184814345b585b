// JSON: an object per line; or one value: what `wayfront solve --json` prints, a map from ids to numbers, or a list.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "answers/claims/claim_columns.hpp"
#include "answers/claims/claim_formats.hpp"
#include "results/json_reader.hpp"

namespace wayfront::host::detail {
namespace {

using nlohmann::json;

class JsonRows {
 public:
  JsonRows(ClaimContent content, ClaimBuilder& claim) : content_(content), claim_(claim) {}

  /// {"id": 3, "distance": 7, "predecessor": 2, "source": 1}
  void row(const json& object, std::uint32_t row, const std::string& place) {
    if (!object.is_object()) claim_.fail(place, "is not an object with an id and a distance or a predecessor");
    const json* id = nullptr;
    for (const auto& [key, value] : object.items()) {
      const ClaimColumn column = column_named(key);
      if (column == ClaimColumn::id && id != nullptr) claim_.fail(place, "has two keys for its id");
      if (column == ClaimColumn::id) id = &value;
      if (column == ClaimColumn::source) row = claim_.row(vertex_id(value, place), place);
    }
    if (id == nullptr) claim_.fail(place, "has no key \"id\" or \"vertex\"");
    const Vertex vertex = claim_.vertex(vertex_id(*id, place), place);
    bool any = false;
    for (const auto& [key, value] : object.items()) {
      const ClaimColumn column = column_named(key);
      any |= column == ClaimColumn::distance || column == ClaimColumn::predecessor;
      if (column == ClaimColumn::distance) claim_.distance(row, vertex, number(value, place), place);
      if (column == ClaimColumn::predecessor) add_predecessor(claim_, row, vertex, before(value, place), place);
    }
    if (!any) claim_.fail(place, "has no key \"distance\" or \"predecessor\"");
  }

  void document(const json& value) {
    if (value.is_array()) return content_ == ClaimContent::cycle ? cycle(value) : list(value, 0, content_, "");
    if (!value.is_object()) claim_.fail("", "is not an answer: neither an object nor a list");
    if (value.contains("graph_digest") && value["graph_digest"].is_string())
      claim_.graph_digest(value["graph_digest"].get<std::string>());
    if (value.contains("cycle")) return cycle(value["cycle"]);
    if (value.contains("answers")) return answers(value["answers"]);
    bool any = false;
    for (const auto& [key, inner] : value.items()) {
      const ClaimColumn column = column_named(key);
      if (!inner.is_structured() || (column != ClaimColumn::distance && column != ClaimColumn::predecessor)) continue;
      values(inner, 0, column == ClaimColumn::distance ? ClaimContent::distances : ClaimContent::predecessors, key);
      any = true;
    }
    if (!any) values(value, 0, content_, "");
  }

 private:
  VertexId vertex_id(const json& value, const std::string& place) const {
    if (value.is_number_unsigned()) return value.get<std::uint64_t>();
    if (value.is_string()) return claim_.id_of(value.get_ref<const std::string&>());
    claim_.fail(place, fmt::format("{} is not an id", value.dump()));
  }

  VertexId before(const json& value, const std::string& place) const {
    if (value.is_null()) return {std::string_view("-1")};
    if (value.is_string()) return predecessor_of_text(claim_, value.get_ref<const std::string&>());
    if (value.is_number_integer() && !value.is_number_unsigned()) return {std::string_view(value.dump())};
    return vertex_id(value, place);
  }

  WrittenNumber number(const json& value, const std::string& place) const {
    if (value.is_null()) return {};
    if (value.is_number_unsigned()) return decimal(WrittenNumber::of_whole(value.get<std::uint64_t>()));
    if (value.is_number_integer()) return decimal(WrittenNumber::of_whole(value.get<std::int64_t>()));
    if (value.is_number_float()) {
      const double real = value.get<double>();
      if (std::abs(real) < 0x1p53) return decimal(WrittenNumber::of_real(real));
      return {WrittenNumber::Kind::real, 0, real, static_cast<float>(real), true};
    }
    if (value.is_string())
      if (const auto read = parse_number(value.get_ref<const std::string&>())) return *read;
    claim_.fail(place, fmt::format("{} is not a distance", value.dump()));
  }

  static WrittenNumber decimal(WrittenNumber number) {
    number.decimal = true;
    return number;
  }

  void answers(const json& all) {
    if (!all.is_array()) claim_.fail(": answers", "is not a list");
    for (std::size_t i = 0; i < all.size(); ++i) {
      const std::string place = fmt::format(": answers[{}]", i);
      if (!all[i].is_object() || !all[i].contains("distances")) claim_.fail(place, "has no distances");
      const std::uint32_t row = all[i].contains("source") ? claim_.row(vertex_id(all[i]["source"], place), place) : 0;
      values(all[i]["distances"], row, ClaimContent::distances, "answers");
    }
  }

  /// A list by position, rows, or a map from ids.
  void values(const json& all, std::uint32_t row, ClaimContent content, const std::string& key) {
    if (all.is_array()) return list(all, row, content, key);
    for (const auto& [id, value] : all.items()) {
      const std::string place = fmt::format(": vertex {}", id);
      const Vertex vertex = claim_.vertex(claim_.id_of(id), place);
      if (content == ClaimContent::predecessors)
        add_predecessor(claim_, row, vertex, before(value, place), place);
      else
        claim_.distance(row, vertex, number(value, place), place);
    }
  }

  void list(const json& all, std::uint32_t row, ClaimContent content, const std::string& key) {
    const auto place = [&](std::size_t i) { return fmt::format(": {}[{}]", key, i); };
    if (!all.empty() && all.front().is_object()) {
      for (std::size_t i = 0; i < all.size(); ++i) this->row(all[i], row, place(i));
      return;
    }
    if (all.size() != claim_.positions())
      claim_.fail("", fmt::format("has {} entries, but the graph has {} vertices", all.size(), claim_.positions()));
    std::vector<Int128> predecessors;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (content == ClaimContent::distances) {
        claim_.distance(row, claim_.at(i), number(all[i], place(i)), place(i));
      } else {
        if (!all[i].is_number_integer() && !all[i].is_null())
          claim_.fail(place(i), fmt::format("{} is not a predecessor", all[i].dump()));
        predecessors.push_back(all[i].is_null() ? Int128{-1} : Int128{all[i].get<std::int64_t>()});
      }
    }
    if (content != ClaimContent::distances) add_predecessors(claim_, row, predecessors, "");
  }

  void cycle(const json& all) {
    if (!all.is_array()) claim_.fail(": cycle", "is not a list of ids");
    std::vector<Vertex> vertices;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const std::string place = fmt::format(": cycle[{}]", i);
      const bool arc = all[i].is_object() && all[i].contains("from");
      vertices.push_back(claim_.vertex(vertex_id(arc ? all[i]["from"] : all[i], place), place));
    }
    claim_.cycle(std::move(vertices));
  }

  ClaimContent content_;
  ClaimBuilder& claim_;
};

/// Whether a line is a row of its own.
bool is_row(std::string_view line) {
  const json value = json::parse(line, nullptr, false);
  if (!value.is_object()) return false;
  return std::ranges::any_of(value.items(), [](const auto& item) {
    return column_named(item.key()) == ClaimColumn::id && !item.value().is_structured();
  });
}

}  // namespace

void read_json(FileInput& input, ClaimContent content, ClaimBuilder& claim) {
  JsonRows rows(content, claim);
  std::string whole;
  std::uint64_t number = 0;
  bool lines = false;
  for (std::string_view piece; !(piece = input.lines()).empty();) {
    if (whole.empty() && !lines) lines = is_row(piece.substr(0, piece.find('\n')));
    if (!lines) {
      whole += piece;
      continue;
    }
    while (!piece.empty()) {
      const std::size_t end = std::min(piece.find('\n'), piece.size());
      const std::string_view line = piece.substr(0, end);
      piece.remove_prefix(std::min(piece.size(), end + 1));
      ++number;
      if (line.find_first_not_of(" \t\r") == line.npos) continue;
      rows.row(parse_json(line, claim.name(), number), 0, fmt::format(":{}", number));
    }
  }
  if (!lines) rows.document(parse_json(whole, claim.name()));
}

}  // namespace wayfront::host::detail
