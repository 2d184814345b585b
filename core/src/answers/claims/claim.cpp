#include "answers/claims/claim.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <type_traits>

#include "base/characters.hpp"
#include "base/refusal.hpp"
#include "base/text.hpp"
#include "files/input.hpp"
#include "wayfront/distance.hpp"
#include "wayfront/status.hpp"

namespace wayfront::host {
namespace {

constexpr std::int64_t largest_whole = std::numeric_limits<std::int64_t>::max();

/// The largest integer means the same in the types that have no infinity.
bool is_unreached(const WrittenNumber& number, WeightKind kind) {
  return number.real == unreached<double> || number.whole == largest_whole ||
         (kind == WeightKind::int32 && number.whole == unreached<std::int32_t>);
}

/// Whether the type has the number, which `into` becomes. A decimal fits a float type.
template <WeightType W>
bool fits(const WrittenNumber& number, W& into) {
  if constexpr (std::is_integral_v<W>) {
    into = static_cast<W>(number.whole.value_or(0));
    return number.whole == into && into != unreached<W>;
  } else {
    into = static_cast<W>(number.real);
    if (!std::isfinite(into)) return false;
    if (number.whole && !number.decimal)
      return std::abs(into) < W(0x1p63) && static_cast<std::int64_t>(into) == *number.whole;
    return number.decimal || static_cast<double>(into) == number.real;
  }
}

/// A name may have commas, so the first line of a file with names has to be a header.
bool is_csv(std::string_view name, std::string_view first_line, bool has_names) {
  if (without_compression(name).ends_with(".csv")) return true;
  const std::size_t comma = first_line.find(',');
  if (comma == first_line.npos) return false;
  return !has_names || detail::column_named(first_line.substr(0, comma)) != detail::ClaimColumn::unknown;
}

void read_by_content(std::string_view bytes, ClaimContent content, ClaimBuilder& claim) {
  if (bytes.starts_with("\x93NUMPY")) return detail::read_npy(bytes, content, claim);
  if (bytes.starts_with("PK\x03\x04")) return detail::read_npz(bytes, claim);
  if (bytes.find('\0') != bytes.npos) claim.fail("", "is neither text nor a NumPy file");
  if (bytes.starts_with("\xef\xbb\xbf")) bytes.remove_prefix(3);  // a byte order mark
  if (const std::size_t first = bytes.find_first_not_of(" \t\r\n"); first != bytes.npos && bytes[first] == '{')
    return detail::read_json(bytes, claim);
  if (content == ClaimContent::cycle) return detail::read_cycle_text(bytes, claim);
  detail::read_text(bytes, is_csv(claim.name(), bytes.substr(0, bytes.find('\n')), claim.has_names()), content, claim);
}

}  // namespace

WrittenNumber WrittenNumber::of_whole(std::int64_t value, bool decimal) {
  return {static_cast<double>(value), value, decimal};
}

WrittenNumber WrittenNumber::of_real(double value, bool decimal) {
  if (std::abs(value) < 0x1p53 && value == std::trunc(value))
    return of_whole(static_cast<std::int64_t>(value), decimal);
  return {value, {}, decimal};
}

std::optional<WrittenNumber> parse_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  std::string word(text);
  std::ranges::transform(word, word.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  constexpr std::array unreached_words = {"", "inf", "infinity", "null", "none", "unreached"};
  if (std::ranges::find(unreached_words, word) != unreached_words.end()) return WrittenNumber();
  if (const auto whole = number_of<std::int64_t>(text)) return WrittenNumber::of_whole(*whole, true);
  if (const auto real = number_of<double>(text)) return WrittenNumber::of_real(*real, true);
  return std::nullopt;
}

std::string Claim::unchecked(double limit) const {
  std::string text;
  const auto add = [&](std::uint64_t count, std::string_view where) {
    if (count == 0) return;
    text += fmt::format("; {} {} {} {} not checked", count, count == 1 ? "entry" : "entries", where,
                        count == 1 ? "was" : "were");
  };
  add(others, "of other vertices");
  add(static_cast<std::uint64_t>(
          std::ranges::count_if(written, [&](double d) { return std::isfinite(d) && d > limit; })),
      "beyond the limit");
  if (labels) text += "; the nearest sources in it were not checked";
  return text;
}

ClaimBuilder::ClaimBuilder(const ClaimShape& shape, std::string name) : shape_(shape) {
  claim_.name = std::move(name);
  for (std::uint32_t row = 0; row < shape.sources.size(); ++row) rows_.emplace(shape.sources[row], row);
  if (has_names())
    for (Vertex v = 0; v < shape.file_vertices(); ++v) names_.emplace(shape.ids.name(v), v);
  if (!shape.asked.targets.empty()) targets_.resize(shape.graph.vertices);
  repeats_ = rows_.size() < shape.sources.size();
  for (const Vertex target : shape.asked.targets) {
    repeats_ = repeats_ || targets_[target];
    targets_[target] = true;
  }
}

void ClaimBuilder::fail(std::string_view place, std::string_view what) const {
  host::fail(ExitCode::input, "{}{}: {}", claim_.name, on_one_line(place), on_one_line(what));
}

std::optional<Vertex> ClaimBuilder::find(std::string_view id) const {
  if (has_names()) {
    const auto found = names_.find(id);
    return found == names_.end() ? std::nullopt : std::optional(found->second);
  }
  const auto number = number_of<std::uint64_t>(id);
  return number ? shape_.ids.find(*number, shape_.file_vertices()) : std::nullopt;
}

Vertex ClaimBuilder::vertex(std::string_view id, std::string_view place) const {
  if (const std::optional<Vertex> found = find(id)) return *found;
  fail(place, fmt::format("the graph has no vertex {}; its ids are {}", id.empty() ? "''" : id,
                          shape_.ids.describe(shape_.file_vertices())));
}

std::uint64_t ClaimBuilder::positions() const {
  return shape_.asked.targets.empty() ? shape_.file_vertices() : shape_.asked.targets.size();
}

Vertex ClaimBuilder::at(std::uint64_t position) const {
  if (!shape_.asked.targets.empty()) return shape_.asked.targets[position];
  const std::span<const Vertex> order = shape_.ids.order();
  return order.empty() ? static_cast<Vertex>(position) : order[position];
}

std::uint32_t ClaimBuilder::row(std::string_view source, std::string_view place) const {
  const auto found = rows_.find(vertex(source, place));
  if (found == rows_.end()) fail(place, fmt::format("vertex {} is not one of the sources", source));
  return found->second;
}

bool ClaimBuilder::mark(std::optional<Seen>& seen, std::size_t index, bool same, std::string_view place,
                        const char* what) const {
  if (seen->marks[index]) {
    if (repeats_ && same) return false;
    const auto vertex = static_cast<Vertex>(index % shape_.graph.vertices);
    fail(place, fmt::format("vertex {} has a second {}", shape_.ids.text(vertex), what));
  }
  seen->marks[index] = true;
  ++seen->count;
  return true;
}

void ClaimBuilder::distance(std::uint32_t row, Vertex vertex, const WrittenNumber& number, std::string_view place) {
  if (!targets_.empty() && !targets_[vertex]) {
    ++claim_.others;
    return;
  }
  with_weight_type(shape_.graph.weights, [&]<WeightType W>() {
    if (!distances_) {
      const std::size_t entries = shape_.sources.size() * shape_.graph.vertices;
      distances_ = Seen{std::vector<bool>(entries)};
      claim_.distances.resize(entries * sizeof(W));
      claim_.written.resize(entries, unreached<double>);
      for (std::uint32_t i = 0; i < shape_.sources.size(); ++i) {
        std::ranges::fill(claim_.distances_as<W>(i, shape_.graph.vertices), unreached<W>);
        if (shape_.asked.nearest) claim_.distances_as<W>(i, shape_.graph.vertices).back() = 0;
      }
      if (shape_.asked.nearest) claim_.written.back() = 0;
    }
    const std::size_t index = index_of(row, vertex);
    const double real = is_unreached(number, shape_.graph.weights) ? unreached<double> : number.real;
    if (!mark(distances_, index, claim_.written[index] == real, place, "distance") || real == unreached<double>) return;
    claim_.written[index] = real;
    if (fits(number, claim_.distances_as<W>(row, shape_.graph.vertices)[vertex])) return;
    if (claim_.misfits++ == 0) claim_.misfit = {row, vertex, number.real};
  });
}

void ClaimBuilder::predecessor(std::uint32_t row, Vertex vertex, std::string_view before, std::string_view place) {
  if (!predecessors_) {
    const std::size_t entries = shape_.sources.size() * shape_.graph.vertices;
    predecessors_ = Seen{std::vector<bool>(entries)};
    claim_.predecessors.resize(entries, no_vertex);
  }
  constexpr std::array<std::string_view, 5> none = {"", "-1", "null", "none", "None"};
  Vertex found = no_vertex;
  if (!before.empty() && (std::ranges::find(none, before) == none.end() || find(before))) {
    found = this->vertex(before, place);
    if (found == vertex && shape_.asked.nearest)
      found = shape_.sources[row];
    else if (found == vertex && vertex == shape_.sources[row])
      found = no_vertex;
  }
  const std::size_t index = index_of(row, vertex);
  if (mark(predecessors_, index, claim_.predecessors[index] == found, place, "predecessor"))
    claim_.predecessors[index] = found;
}

/// A file that names its sources has the row of one that is asked for again once, or twice in the same place.
void ClaimBuilder::repeat_rows() {
  const std::size_t vertices = shape_.graph.vertices;
  for (std::uint32_t row = 0; repeats_ && row < shape_.sources.size(); ++row) {
    const std::uint32_t first = rows_.at(shape_.sources[row]);
    const auto repeat = [&](auto& entries, std::size_t size) {
      if (!entries.empty()) std::copy_n(entries.begin() + first * size, size, entries.begin() + row * size);
    };
    for (std::optional<Seen>* const seen : {&distances_, &predecessors_}) {
      if (!*seen || (*seen)->marks[index_of(row, at(0))]) continue;
      repeat((*seen)->marks, vertices);
      (*seen)->count +=
          std::count((*seen)->marks.begin() + row * vertices, (*seen)->marks.begin() + (row + 1) * vertices, true);
      if (seen == &predecessors_) {
        repeat(claim_.predecessors, vertices);
      } else {
        repeat(claim_.distances, claim_.distances.size() / shape_.sources.size());
        repeat(claim_.written, vertices);
      }
    }
  }
}

void ClaimBuilder::complete(const std::optional<Seen>& seen, const char* what) const {
  if (!seen || shape_.missing_unreached || shape_.asked.limited() || rest_unreached_) return;
  if (shape_.asked.targets.empty() && seen->count == shape_.sources.size() * positions()) return;
  std::uint64_t missing = 0;
  Vertex first = no_vertex;
  for (std::uint32_t row = 0; row < shape_.sources.size(); ++row)
    for (std::uint64_t i = 0; i < positions(); ++i) {
      if (seen->marks[std::size_t{row} * shape_.graph.vertices + at(i)]) continue;
      if (missing++ == 0) first = at(i);
    }
  if (missing == 0) return;
  const std::uint64_t others = missing - 1;
  fail("", fmt::format("vertex {} has no {}{}{}", shape_.ids.text(first), what,
                       others == 0 ? "" : fmt::format(", like {} {}", others, others == 1 ? "other" : "others"),
                       shape_.if_missing));
}

Claim ClaimBuilder::finish() {
  if (!distances_ && !predecessors_ && claim_.cycle.empty()) fail("", "has no distances, no predecessors and no cycle");
  repeat_rows();
  complete(distances_, "distance");
  complete(predecessors_, "predecessor");
  return std::move(claim_);
}

Claim read_claim(const std::filesystem::path& file, const ClaimShape& shape, ClaimContent content) {
  const std::unique_ptr<FileInput> input = open_input(file);
  ClaimBuilder claim(shape, file.string());
  try {
    std::string bytes;
    for (std::string_view piece; !(piece = input->bytes()).empty();) bytes += piece;
    read_by_content(bytes, content, claim);
  } catch (const BadInput& error) {
    fail(ExitCode::input, "{}", error.what());
  } catch (const Cancelled&) {
    throw UserError(ExitCode::interrupted, claim.name() + ": reading was interrupted");
  }
  return claim.finish();
}

}  // namespace wayfront::host
