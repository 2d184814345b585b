#include "graph/vertex_ids.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <ranges>
#include <utility>

#include "base/characters.hpp"
#include "base/text.hpp"

namespace wayfront::host {

struct VertexIds::Map {
  std::vector<std::uint64_t> numbers;  // of names: their ends in the text
  std::vector<Vertex> by_number;       // empty if the numbers ascend; of names: in the input's order
  std::string text;
  bool names = false;
};

std::string to_text(const VertexId& id) { return id.name.empty() ? std::to_string(id.number) : id.name; }

void to_json(nlohmann::json& json, const VertexId& id) {
  if (id.name.empty())
    json = id.number;
  else
    json = id.name;
}

void from_json(const nlohmann::json& json, VertexId& id) {
  id = json.is_string() ? VertexId(std::string_view(json.get_ref<const std::string&>()))
                        : VertexId(json.get<std::uint64_t>());
}

VertexIds VertexIds::of_numbers(std::vector<std::uint64_t> numbers) {
  bool range = true;
  for (std::size_t v = 1; v < numbers.size() && range; ++v)
    range = numbers[v] == numbers[0] + v && numbers[v] > numbers[0];
  if (range) return {numbers.empty() ? 0 : numbers[0]};
  auto map = std::make_shared<Map>();
  map->numbers = std::move(numbers);
  if (!std::ranges::is_sorted(map->numbers)) {
    map->by_number.resize(map->numbers.size());
    std::iota(map->by_number.begin(), map->by_number.end(), Vertex{0});
    std::ranges::sort(map->by_number, {}, [&](Vertex v) { return map->numbers[v]; });
  }
  return VertexIds(std::move(map));
}

VertexIds VertexIds::of_names(std::string text, std::vector<std::uint64_t> ends) {
  auto map = std::make_shared<Map>();
  map->text = std::move(text);
  map->numbers = std::move(ends);
  map->names = true;
  return VertexIds(std::move(map));
}

VertexIds::Kind VertexIds::kind() const {
  if (map_ == nullptr) return Kind::range;
  return map_->names ? Kind::names : Kind::numbers;
}

std::span<const std::uint64_t> VertexIds::numbers() const {
  if (kind() != Kind::numbers) return {};
  return map_->numbers;
}

std::string_view VertexIds::name(Vertex v) const {
  const std::uint64_t begin = v == 0 ? 0 : map_->numbers[v - 1];
  return std::string_view(map_->text).substr(begin, map_->numbers[v] - begin);
}

std::string_view VertexIds::names() const { return map_->text; }
std::span<const std::uint64_t> VertexIds::name_ends() const { return map_->numbers; }

VertexIds VertexIds::with_virtual_vertex(Vertex vertices, std::string name) const {
  VertexIds ids = *this;
  ids.virtual_vertex_ = vertices - 1;
  ids.virtual_name_ = std::move(name);
  return ids;
}

VertexId VertexIds::operator[](Vertex v) const {
  if (v == virtual_vertex_) return std::string_view(virtual_name_);
  switch (kind()) {
    case Kind::range:
      return first_ + v;
    case Kind::numbers:
      return map_->numbers[v];
    default:
      return name(v);
  }
}

std::string VertexIds::text(Vertex v) const {
  if (v == virtual_vertex_) return virtual_name_;
  if (map_ != nullptr && v >= map_->numbers.size()) return fmt::format("number {} (which it does not have)", v);
  return printable(to_text((*this)[v]));
}

std::optional<Vertex> VertexIds::find(const VertexId& id, Vertex vertices) const {
  vertices = std::min(vertices, virtual_vertex_);  // which has no id
  if (kind() == Kind::names) {
    const std::string wanted = to_text(id);
    for (Vertex v = 0; v < vertices; ++v)
      if (name(v) == wanted) return v;
    return std::nullopt;
  }
  if (!id.name.empty()) {  // a number in quotes, as TOML needs it for one above 2^63
    const auto number = number_of<std::uint64_t>(id.name);
    return number ? find(*number, vertices) : std::nullopt;
  }
  if (kind() == Kind::range) {
    if (id.number < first_ || id.number - first_ >= vertices) return std::nullopt;
    return static_cast<Vertex>(id.number - first_);
  }
  const auto vertex_at = [&](Vertex place) { return order().empty() ? place : order()[place]; };
  const auto places = std::views::iota(Vertex{0}, static_cast<Vertex>(numbers().size()));
  const auto at = std::ranges::lower_bound(places, id.number, {}, [&](Vertex it) { return numbers()[vertex_at(it)]; });
  if (at == places.end() || numbers()[vertex_at(*at)] != id.number) return std::nullopt;
  return vertex_at(*at);
}

std::span<const Vertex> VertexIds::order() const {
  if (map_ == nullptr) return {};
  return map_->by_number;
}

std::vector<Vertex> VertexIds::in_order(Vertex vertices) const {
  std::vector<Vertex> all(order().begin(), order().end());
  for (Vertex v = 0; order().empty() && v < vertices; ++v) all.push_back(v);
  return all;
}

VertexIds VertexIds::selected(std::span<const Vertex> of_vertices) const {
  if (kind() != Kind::names) {
    std::vector<std::uint64_t> chosen(of_vertices.size());
    std::ranges::transform(of_vertices, chosen.begin(),
                           [&](Vertex v) { return map_ == nullptr ? first_ + v : map_->numbers[v]; });
    return of_numbers(std::move(chosen));
  }
  std::string text;
  std::vector<std::uint64_t> ends;
  ends.reserve(of_vertices.size());
  for (const Vertex v : of_vertices) {
    text += name(v);
    ends.push_back(text.size());
  }
  VertexIds ids = of_names(std::move(text), std::move(ends));
  // The position of each old vertex in the input's order.
  std::vector<Vertex> places(map_->by_number.empty() ? 0 : map_->numbers.size());
  for (std::size_t i = 0; i < map_->by_number.size(); ++i) places[map_->by_number[i]] = static_cast<Vertex>(i);
  const auto place = [&](Vertex v) { return places.empty() ? of_vertices[v] : places[of_vertices[v]]; };
  std::vector<Vertex> order(of_vertices.size());
  std::iota(order.begin(), order.end(), Vertex{0});
  std::ranges::sort(order, {}, place);
  if (std::ranges::is_sorted(order)) return ids;
  auto map = std::make_shared<Map>(*ids.map_);
  map->by_number = std::move(order);
  ids.map_ = std::move(map);
  return ids;
}

std::string VertexIds::describe(Vertex vertices) const {
  if (vertices == 0) return "none";
  switch (kind()) {
    case Kind::range:
      return fmt::format("{} .. {}", first_, first_ + vertices - 1);
    case Kind::numbers: {
      const auto [min, max] = std::ranges::minmax(numbers());
      return fmt::format("{} .. {}{}", min, max, max - min + 1 == vertices ? "" : ", with gaps");
    }
    default:
      return fmt::format("names: {}{}", text(0), vertices > 1 ? fmt::format(", {}, ...", text(1)) : "");
  }
}

}  // namespace wayfront::host
