// Arcs between vertices that a file calls by names, with weights as the file writes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "attributed/points.hpp"
#include "ids/numbering.hpp"
#include "wayfront/loader.hpp"
#include "wayfront/options.hpp"
#include "wayfront/run.hpp"
#include "wayfront/status.hpp"

namespace wayfront::attributed {

/// Where something stands in a file, for messages.
struct Places {
  std::string format;  // the loader
  std::string file;
  std::string item{};  // "link": places are numbers of such items; "": they are lines

  /// Throws BadInput "format: FILE:LINE: what" or, if the place is 0, "format: FILE: what".
  [[noreturn]] void fail(std::uint64_t place, std::string_view what, StatusCode code = StatusCode::bad_input) const;
};

/// The options that these loaders have.
struct Options {
  std::string weight;
  std::string coordinates;
  bool degrees = false;
};

/// Their rows; `O` is Options, or has the same members.
template <class O>
inline constexpr OptionRow rows[] = {
    text<&O::weight>("weight", "", "The attribute of edges that is the weight; \"\" is \"weight\" if edges have it."),
    text<&O::coordinates>("coordinates", "",
                          "The attributes of vertices that are coordinates: \"X,Y\"; \"none\"; \"\" takes lon and lat, "
                          "longitude and latitude, or x and y."),
    boolean<&O::degrees>(
        "degrees", false,
        "Whether the attributes that `coordinates` names are longitude and latitude in degrees, as lon "
        "and lat always are.")};

/// Collects vertices by their names, and edges between them.
class NamedEdges {
 public:
  const Places& places() const { return places_; }
  /// The attribute of edges that is the weight.
  const std::string& weight() const { return weight_; }
  /// The vertex of that name, which `place` mentions. It is new if nothing has mentioned it.
  Vertex mention(std::string_view name, std::uint64_t place);
  /// The same for the place that says that there is such a vertex. Twice is an error.
  Vertex declare(std::string_view name, std::uint64_t place);
  std::span<const std::string_view> names() const { return names_.names(); }
  /// The attributes of vertices that may be coordinates.
  const PointColumns& points() const { return points_; }
  /// The value of such an attribute, as the file has it.
  void place(Vertex vertex, std::size_t column, std::string_view value, std::uint64_t place);
  /// `weight` is as the file has it, "" if it has none.
  virtual void add(Vertex source, Vertex target, std::string_view weight, bool directed, std::uint64_t place) = 0;

 protected:
  NamedEdges(Places places, std::string weight, PointColumns points)
      : places_(std::move(places)), weight_(std::move(weight)), points_(std::move(points)) {}
  ~NamedEdges() = default;

  static constexpr std::uint64_t declared = ~std::uint64_t{0};
  struct BadPlace {
    std::string value;  // the first one
    std::uint64_t place = 0, count = 0;
  };

  Places places_;
  std::string weight_;
  PointColumns points_;
  ids::NameMap names_;
  std::vector<std::uint64_t> mentioned_;        // of each vertex: where first, or `declared`
  std::map<std::size_t, BadPlace> bad_places_;  // by column: texts that are not numbers
};

/// The edges become arcs: in both directions where they have no direction and a file has arcs, too.
template <WeightType W>
class NamedArcs final : public NamedEdges {
 public:
  /// `weight` is the option; a file without an attribute that the user named is wrong.
  NamedArcs(Places places, const LoadRequest& request, GraphSink& sink, RunContext& context,
            const std::string& weight = "", PointColumns points = {});

  void add(Vertex source, Vertex target, std::string_view weight, bool directed, std::uint64_t place) override;
  /// At the end of the file. All vertices must have been declared. `directed` is for a file without arcs; `others` are attributes
  /// of edges that may be weights. `labels` are what the vertices are called instead of their names if none is missing
  /// and all are different; there may be none.
  void finish(bool directed, std::span<const std::string> others, std::span<const std::string> labels = {});

 private:
  static constexpr std::size_t block = 8192;

  void push(const Arc<W>& arc);
  void flush();
  void add_reverses();
  void note_bad_places(std::size_t first_column);
  void give_points(std::span<const std::string_view> names, bool numbers, std::uint64_t first_id);
  bool number_vertices(std::span<const std::string_view> names, GraphHeader& header);

  bool exact_, asked_;  // asked: the user named the weight
  GraphSink& sink_;
  RunContext& context_;
  std::vector<Arc<W>> pending_;
  std::vector<std::span<Arc<W>>> blocks_;
  std::uint64_t count_ = 0;
  std::uint64_t first_with_ = 0, first_without_ = 0;  // places of edges with and without a weight
  bool any_ = false, directed_ = true, mixed_ = false;
  std::vector<std::uint64_t> ids_;
};

}  // namespace wayfront::attributed
