// The field tables of what is computed from samples: the `summary` of a run in JSON, and the tables over graphs.
#pragma once

#include <nlohmann/json.hpp>

#include "base/json/field_json.hpp"
#include "compare/graph_table.hpp"
#include "compare/summary.hpp"

namespace wayfront::host {

inline void to_json(nlohmann::json& json, const Interval& interval) {
  json = {json_number(interval.low), json_number(interval.high)};
}

template <>
inline constexpr auto fields<Spread> = std::tuple{
    field<&Spread::min>("min", Unit::seconds, "The least."),
    field<&Spread::first_quartile>("first_quartile", Unit::seconds, "A quarter is below it."),
    field<&Spread::median>("median", Unit::seconds, "Half is below it."),
    field<&Spread::third_quartile>("third_quartile", Unit::seconds, "A quarter is above it."),
    field<&Spread::max>("max", Unit::seconds, "The greatest."),
    field<&Spread::mean>("mean", Unit::seconds, "Their sum by their number."),
};

template <>
inline constexpr auto fields<Summary> = std::tuple{
    field<&Summary::solve>("solve_seconds", Unit::seconds, "Of a call."),
    field<&Summary::per_source>("seconds_per_source", Unit::seconds, "Median."),
    field<&Summary::sources_per_second>("sources_per_second", Unit::count, "Of all calls."),
    field<&Summary::peer>("peer_seconds", Unit::seconds, "Median, by another program's clock."),
    field<&Summary::end_to_end>("end_to_end_seconds", Unit::seconds, "Prepare and the median."),
    field<&Summary::mteps>("mteps", Unit::count, "Million edges of the graph / median time."),
    group("reached_share", Presence::required,
          field<&Summary::reach, &Reach::min>("min", Unit::share, "Of the vertices."),
          field<&Summary::reach, &Reach::median>("median", Unit::share, "Over the sources.")),
    field<&Summary::relaxed_per_arc>("relaxed_per_arc", Unit::count, "Median."),
    field<&Summary::settled_per_vertex>("settled_per_vertex", Unit::count, "Median."),
    field<&Summary::rounds>("rounds", Unit::count, "Median."),
    field<&Summary::counters>("counters", Unit::text, Presence::sparse, "The plugin's own, medians of a call."),
    field<&Summary::teps>("teps_harmonic_mean", Unit::count, "Edges reached per second."),
    field<&Summary::teps_deviation>("teps_harmonic_deviation", Unit::count, Presence::sparse,
                                    "Standard deviation of that mean."),
    field<&Summary::host>("host_seconds", Unit::seconds, "Median."),
    field<&Summary::verify>("verify_seconds", Unit::seconds, "Median."),
    field<&Summary::proofs>("proofs", Unit::count, "Answers that were proved."),
    field<&Summary::comparisons>("comparisons", Unit::count, "Answers that equal a proved one."),
    field<&Summary::comparison, &Comparison::ratio>("speedup", Unit::ratio, "Over the baseline."),
    field<&Summary::comparison, &Comparison::interval>("speedup_interval", Unit::ratio, "95 %."),
    field<&Summary::comparison, &Comparison::verdict>("verdict", Unit::text, "On the speedup."),
    field<&Summary::comparison, &Comparison::margin>("margin", Unit::share, "Less counts as none."),
    field<&Summary::comparison, &Comparison::pairs>("pairs", Unit::count, "Of times."),
};

template <>
inline constexpr auto fields<BreakEven> = std::tuple{
    field<&BreakEven::sources>("sources", Unit::count, "From which preparing has paid, or never."),
    field<&BreakEven::rival>("against", Unit::text, "The run that it is compared with."),
};

template <>
inline constexpr auto fields<Overall> = std::tuple{
    field<&Overall::label>("label", Unit::text, "The run."),
    field<&Overall::graphs>("graphs", Unit::count, "On which it was compared."),
    field<&Overall::speedup>("speedup", Unit::ratio, "Geometric mean over the graphs."),
    field<&Overall::teps>("teps", Unit::count, "Harmonic mean over the graphs."),
    Derived{"faster", Unit::count, "Verdicts.", [](const Overall& it) { return it.count(Verdict::faster); }},
    Derived{"same", Unit::count, "Verdicts.", [](const Overall& it) { return it.count(Verdict::same); }},
    Derived{"slower", Unit::count, "Verdicts.", [](const Overall& it) { return it.count(Verdict::slower); }},
    Derived{"unclear", Unit::count, "Verdicts.", [](const Overall& it) { return it.count(Verdict::unclear); }},
};

template <>
inline constexpr auto fields<GraphCell> = std::tuple{
    field<&GraphCell::median>("median", Unit::seconds, "Of a solve."),
    field<&GraphCell::speedup>("speedup", Unit::ratio, "Over the baseline."),
    field<&GraphCell::verdict>("verdict", Unit::text, "On the speedup."),
    field<&GraphCell::status>("status", Unit::text, "How the run ended."),
    field<&GraphCell::baseline>("baseline", Unit::other, "Whether it is the baseline."),
    field<&GraphCell::best>("best", Unit::other, "Whether no other is faster."),
};

template <>
inline constexpr auto fields<GraphRow> = std::tuple{
    field<&GraphRow::name>("graph", Unit::text, "Its name."),
    field<&GraphRow::cells>("cells", Unit::other, "One for each run."),
};

template <>
inline constexpr auto fields<GraphTable> = std::tuple{
    field<&GraphTable::runs>("runs", Unit::text, "Their labels."),
    field<&GraphTable::rows>("rows", Unit::other, "One for each result."),
    field<&GraphTable::means>("means", Unit::ratio, "Geometric, of each run."),
};

}  // namespace wayfront::host
