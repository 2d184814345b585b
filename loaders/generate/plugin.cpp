// The loader `generate`: generated graphs, the same for the same options on every machine and any number of threads.
#include "wayfront/plugin.hpp"

#include <cstddef>
#include <iterator>
#include <utility>

#include "family.hpp"
#include "options.hpp"

namespace wayfront::generate {
namespace {

constexpr double widest_weight = 0x1p53;
constexpr NamedValue<Order> orders[] = {
    {"usual", Order::usual}, {"natural", Order::natural}, {"random", Order::random}};
constexpr NamedValue<End> degree_ends[] = {{"out", End::out}, {"in", End::in}};
constexpr NamedValue<Distribution> distributions[] = {{"uniform", Distribution::uniform},
                                                      {"exponential", Distribution::exponential},
                                                      {"log_uniform", Distribution::log_uniform}};
constexpr OptionRow plain[] = {
    choice<&Options::kind>("kind", Kind::road, kinds,
                           "Kind of graph; an option that the kind does not take is an error."),
    integer<&Options::vertices>(
        "vertices", unset, {unset, std::numeric_limits<std::int64_t>::max()},
        "Number of vertices of all kinds but rmat and those with rows, at most 4294967294; -1: the kind's own (road 250000; see the README)."),
    integer<&Options::edges>("edges", unset, {unset, std::int64_t{1} << 40},
                             "rmat, uniform: number of arcs; -1: edge_factor times the vertices."),
    integer<&Options::edge_factor>("edge_factor", 16, {0, 1 << 16}, "rmat, uniform: arcs per vertex."),
    integer<&Options::scale>("scale", 16, {0, 62}, "rmat: base-2 logarithm of the number of vertices, at most 31."),
    real<&Options::a>("a", 0.57, {0, 1}, "rmat: share of the upper left quarter of the matrix."),
    real<&Options::b>("b", 0.19, {0, 1}, "rmat: share of the upper right quarter of the matrix."),
    real<&Options::c>("c", 0.19, {0, 1},
                      "rmat: share of the lower left quarter of the matrix; the lower right one has the rest."),
    integer<&Options::rows>("rows", 1000, {0, max_vertices}, "grid, honeycomb: rows of vertices; shell: of elements."),
    integer<&Options::columns>("columns", 1000, {0, max_vertices},
                               "grid, honeycomb: columns of vertices; shell: of elements."),
    integer<&Options::reach>("reach", 0, {0, 64},
                             "grid: max distance of neighbours in rows and columns; 0: the four nearest vertices."),
    integer<&Options::freedoms>("freedoms", 3, {1, 64},
                                "shell: vertices of each node, one for each way in which it can move."),
    integer<&Options::degree>("degree", unset, {unset, 1 << 20},
                              "regular: arcs of each vertex; tree: its children; -1: 7 and 2."),
    choice<&Options::degree_of>("degree_of", End::out, degree_ends, "regular: whether degree counts arcs out or in."),
    integer<&Options::hubs>("hubs", 1, {1, max_vertices},
                            "star: number of hubs; the other vertices are attached "
                            "to them in turn."),
    choice<&Options::hard_case>("case", Case::shortcuts, cases, "hard: which graph; the README says why each is hard."),
    real<&Options::spacing>("spacing", 1000, {1, 1e6}, "road: weight of a street of the length of a grid cell."),
    boolean<&Options::self_loops>(
        "self_loops", false,
        "rmat, uniform, regular: keep self-loops; otherwise another end is drawn. shell: a self-loop at each vertex."),
    boolean<&Options::symmetric>("symmetric", false,
                                 "rmat, uniform, path, cycle, star, tree: add the reverse of each arc."),
    boolean<&Options::coordinates>(
        "coordinates", true, "Kinds that lie in a plane: where the vertices lie, for maps; 16 bytes of memory each."),
    choice<&Options::order>("order", Order::usual, orders,
                            "Numbering of the vertices; usual: random for rmat, natural for the others."),
    real<&Options::min_weight>("min_weight", 1, {-widest_weight, widest_weight},
                               "Min weight, for all kinds but road and hard."),
    real<&Options::max_weight>("max_weight", 100, {-widest_weight, widest_weight},
                               "Max weight; integers may reach it, floats stay below it."),
    choice<&Options::distribution>(
        "distribution", Distribution::uniform, distributions,
        "Distribution of weights between the two: all equally likely, mostly light, or equally likely factors of "
        "ten."),
    integer<&Options::seed>("seed", 1, {0, std::numeric_limits<std::int64_t>::max()},
                            "Random seed; another seed gives another graph.")};

/// Stores a value like plain[i], and notes in Options::given that the user set it.
template <std::size_t i>
void store_noted(void* options, const OptionValue& value) {
  plain[i].store(options, value);
  if (value.is_set) static_cast<Options*>(options)->given |= 1U << i;
}

struct Noted {
  template <std::size_t... i>
  constexpr explicit Noted(std::index_sequence<i...>) : rows{plain[i]...} {
    ((rows[i].store = store_noted<i>), ...);
  }
  OptionRow rows[std::size(plain)];
};

constexpr Noted noted(std::make_index_sequence<std::size(plain)>{});

class Generate {
 public:
  static constexpr PluginAbout about{
      .name = "generate",
      .version = "1.0",
      .summary =
          "Makes graphs: road-like, RMAT, uniform, regular, grid, honeycomb, shell, triangulation, complete, path, cycle, star, tree, hard cases.",
      .reference = "RMAT: Chakrabarti, Zhan and Faloutsos, SDM 2004; Graph500. The others: see the README.",
      .capabilities = capability::any_weights | capability::negative_weights};

  using Options = generate::Options;
  static constexpr auto& rows = noted.rows;

  explicit Generate(const Options& options) : options_(options) {}

  void load(const LoadRequest& request, GraphSink& sink, RunContext& context) {
    check(options_, rows, request.weights);
    const Job job{options_, &sink, &context};
    with_weight_type(request.weights, [&]<WeightType W>() { make<W>(job); });
  }

 private:
  Options options_;
};

}  // namespace
}  // namespace wayfront::generate

WAYFRONT_PLUGIN(wayfront::generate::Generate)
