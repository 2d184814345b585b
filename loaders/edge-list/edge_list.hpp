// Edge lists: a line is an arc, "source target" or "source target weight", separated by blanks, tabs, commas or
// semicolons. SNAP and KONECT files, CSV and TSV, GAPBS's .el and .wel, Graphalytics' .e with its .v and .properties,
// and files that begin with their counts. Also lists of neighbours, "source target target" or "source target,weight
// target,weight".
//
// Ids are integers of up to 64 bits, or names. Vertices are the ids that occur, in ascending order (names in the order
// of the file); the file's ids are kept. If a file can be read in two ways, nothing is guessed: it is refused, and an
// option says which one is meant.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "wayfront/plugin.hpp"

namespace wayfront::edge_list {

enum class Edges : std::uint8_t { automatic, directed, undirected };
enum class Lines : std::uint8_t { automatic, arcs, neighbours };
enum class Header : std::uint8_t { automatic, none, names, counts };
enum class Negative : std::uint8_t { automatic, arc, no_arc };
enum class Ids : std::uint8_t { automatic, numbers, names };

struct Options {
  Edges edges = Edges::automatic;
  edge_list::Lines lines = edge_list::Lines::automatic;
  std::uint32_t source_column = 0;
  std::string source_name;
  std::uint32_t target_column = 0;
  std::string target_name;
  std::uint32_t weight_column = 0;
  std::string weight_name;
  std::uint32_t reverse_column = 0;
  std::string reverse_name;
  Negative negative = Negative::automatic;
  Header header = Header::automatic;
  Ids ids = Ids::automatic;
  char separator = '\0';  // of Columns; '\0': as the lines say
  std::int64_t ids_from = -1;
};

class EdgeList {
 public:
  static constexpr PluginAbout about{.name = "edge-list",
                                     .version = "1.0.0",
                                     .summary =
                                         "Reads and writes edge lists: SNAP, KONECT, CSV, TSV, GAPBS .el and .wel, "
                                         "Graphalytics .e; sparse and string ids.",
                                     .reference = "Stanford SNAP; KONECT; LDBC Graphalytics 1.0; GAP Benchmark Suite",
                                     .capabilities = capability::any_weights};
  static constexpr const char* suffixes = ".el .wel .csv .tsv .txt";

  using Options = edge_list::Options;
  static constexpr OptionRow rows[] = {
      choice<&Options::edges>(
          "edges", Edges::automatic,
          {{"auto", Edges::automatic}, {"directed", Edges::directed}, {"undirected", Edges::undirected}},
          "Whether edges are directed; \"auto\": according to .properties, KONECT's first line or a column Type or "
          "directed, else directed."),
      choice<&Options::lines>("lines", edge_list::Lines::automatic,
                              {{"auto", edge_list::Lines::automatic},
                               {"arcs", edge_list::Lines::arcs},
                               {"neighbours", edge_list::Lines::neighbours}},
                              "What a line is: one arc, or a vertex and all its targets, \"1 2 5\" or \"1 2,0.5 "
                              "5,0.3\"; \"auto\" recognises the latter in the first line."),
      integer<&Options::source_column>("source", 0, {0, 64},
                                       "The column of the source, from 1; 0: the column with such a name, else the "
                                       "first."),
      text<&Options::source_name>("source", "", "The column of the source by its name in the header line."),
      integer<&Options::target_column>("target", 0, {0, 64},
                                       "The column of the target, from 1; 0: the column with such a name, else the "
                                       "second."),
      text<&Options::target_name>("target", "", "The column of the target by its name in the header line."),
      integer<&Options::weight_column>("weight", 0, {0, 64},
                                       "The column of the weights, from 1; 0: the column with such a name, else the "
                                       "third, if there is one."),
      text<&Options::weight_name>("weight", "",
                                  "The column of the weights by its name in the header line, or \"none\"."),
      integer<&Options::reverse_column>(
          "reverse", 0, {0, 64}, "The column with the weights of the arcs from target to source, from 1; 0: none."),
      text<&Options::reverse_name>("reverse", "",
                                   "That column by its name in the header line, such as pgRouting's \"reverse_cost\"."),
      choice<&Options::negative>(
          "negative", Negative::automatic,
          {{"auto", Negative::automatic}, {"arc", Negative::arc}, {"no arc", Negative::no_arc}},
          "What a negative weight is: an arc, or as in pgRouting's tables no arc; \"auto\": an arc, with `reverse` an "
          "error."),
      choice<&Options::header>(
          "header", Header::automatic,
          {{"auto", Header::automatic}, {"none", Header::none}, {"names", Header::names}, {"counts", Header::counts}},
          "Whether the first line has column names, or the numbers of vertices and arcs."),
      choice<&Options::ids>("ids", Ids::automatic,
                            {{"auto", Ids::automatic}, {"numbers", Ids::numbers}, {"names", Ids::names}},
                            "Whether ids are numbers or names; \"auto\": numbers, if those of the first arc are."),
      choice<&Options::separator>(
          "separator", '\0', {{"auto", '\0'}, {"comma", ','}, {"semicolon", ';'}, {"tab", '\t'}, {"blank", ' '}},
          "What is between fields; \"auto\": what the header line has, or what splits all lines "
          "alike; \"blank\": blanks and tabs."),
      integer<&Options::ids_from>("ids_from", -1, {-1, 4'294'967'293},
                                  "Every number from this one to the largest id is a vertex; -1: only ids that occur."),
  };

  explicit EdgeList(Options options) : options_(std::move(options)) {}

  static Match sniff(std::string_view head) noexcept;
  void load(const LoadRequest& request, GraphSink& sink, RunContext& context);
  void save(const SaveRequest& request, RunContext& context);

 private:
  Options options_;
};

}  // namespace wayfront::edge_list
