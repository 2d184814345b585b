#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <set>

#include "base/json/field_json.hpp"
#include "base/text.hpp"
#include "compare/summary.hpp"
#include "record/result_fields.hpp"
#include "report/overview.hpp"
#include "report/report.hpp"
#include "report/run_columns.hpp"

namespace wayfront::host {
namespace {

using nlohmann::json;

/// What a row says; a run without samples has one, too.
struct SampleRow {
  const Results& results;
  const RunResult& run;
  const Sample* sample;  // null: none
  const BreakEven& paid;
  const std::string& doubts;
  const std::string& throttled;  // why a device was, when the block of the sample began
};

struct Column {
  std::string name;
  std::function<json(const SampleRow&)> value;  // null: nothing is known
};

json unless_zero(std::uint64_t count) { return count == 0 ? json() : json(count); }

/// "0:512 1:512"; nothing where one device solved all.
json shares_text(const Sample& sample) {
  std::vector<std::string> shares;
  for (const DeviceShare& share : sample.devices) shares.push_back(fmt::format("{}:{}", share.device, share.sources));
  return fmt::format("{}", fmt::join(shares, " "));
}

struct KnownColumn {
  const char* name;
  json (*value)(const SampleRow&);
};

constexpr KnownColumn row_columns[] = {
    {"label", [](const SampleRow& row) { return json(row.run.label); }},
    {"plugin", [](const SampleRow& row) { return json(row.run.plugin); }},
    {"status", [](const SampleRow& row) { return json_of(row.run.status); }},
    {"graph", [](const SampleRow& row) { return json(text_at(row.results.graph, "/name")); }},
    {"graph_digest", [](const SampleRow& row) { return json(row.results.graph_digest()); }},
    {"case", [](const SampleRow& row) { return json(row.results.case_label()); }},
    {"doubts", [](const SampleRow& row) { return json(row.doubts); }},
    {"break_even_sources",  // from which preparing has paid
     [](const SampleRow& row) {
       if (row.paid.rival.empty()) return json();
       return row.paid.sources ? json(*row.paid.sources) : json("never");
     }},
    {"break_even_against", [](const SampleRow& row) { return json(row.paid.rival); }},
    {"device_bytes", [](const SampleRow& row) { return unless_zero(row.run.usage.device.peak); }},
    {"device_bytes_expected", [](const SampleRow& row) { return unless_zero(row.run.usage.device.estimate); }},
};

/// Only of rows that have a sample.
constexpr KnownColumn sample_columns[] = {
    {"prepare_seconds", [](const SampleRow& row) { return json(row.run.prepare); }},
    {"throttled", [](const SampleRow& row) { return json(row.throttled); }},
    {"reached_share",
     [](const SampleRow& row) { return json_number(reached_share(*row.sample, row.results.vertices)); }},
    {"certified_rows", [](const SampleRow& row) { return json(row.sample->certified.value_or(row.sample->sources)); }},
    {"checked_rows", [](const SampleRow& row) { return json(row.sample->checked); }},
    {"unchecked_rows", [](const SampleRow& row) { return json(row.sample->unchecked); }},
    {"sources_by_device", [](const SampleRow& row) { return shares_text(*row.sample); }},
};

/// Only where some run is on slices.
constexpr KnownColumn rank_columns[] = {
    {"crossing", [](const SampleRow& row) { return json(row.sample->ranks->crossing); }},
    {"messages", [](const SampleRow& row) { return json(row.sample->ranks->solve.messages); }},
    {"message_bytes", [](const SampleRow& row) { return json(row.sample->ranks->solve.bytes); }},
    {"certificate_bytes", [](const SampleRow& row) { return json(row.sample->ranks->certificate.bytes); }},
};

/// The columns that scripts know, in their order. What else a sample has comes after them.
// clang-format off
constexpr const char* known_order[] = {
    "label", "plugin", "status", "source", "repeat", "solve_seconds", "setup_seconds", "upload_seconds", "compute_seconds", "download_seconds", "host_seconds", "verify_seconds", "prepare_seconds", "outcome", "verdict", "reached_vertices", "reached_edges", "rounds", "settled", "relaxed", "improved", "pushed", "stale", "digest", "graph", "graph_digest", "case", "throttled", "forced_switches", "doubts", "reached_share", "sources", "compared", "break_even_sources", "break_even_against", "certified_rows", "checked_rows", "unchecked_rows", "sources_by_device", "device_bytes", "device_bytes_expected"};
// clang-format on
/// Fields of a sample that other columns say, or that are in JSON alone.
constexpr std::string_view left_out_fields[] = {"peer_seconds", "verdict_reason", "certified", "checked", "unchecked"};

/// Columns of the fields of a part of a sample.
template <class Struct, class Part>
void add_columns(std::vector<Column>& columns, Part part) {
  each_field(fields<Struct>, [&](const auto& field) {
    const bool known = std::ranges::find(known_order, std::string_view(field.name)) != std::end(known_order);
    if (field.unit == Unit::other && !known) return;
    if (std::ranges::find(left_out_fields, field.name) != std::end(left_out_fields)) return;
    columns.push_back({field.name, [&field, part](const SampleRow& row) {
                         return row.sample == nullptr ? json() : json_of(field.of(part(*row.sample)));
                       }});
  });
}

std::vector<Column> columns_of(std::span<const Results> all) {
  std::vector<Column> columns;
  for (const KnownColumn& it : row_columns) columns.push_back({it.name, it.value});
  for (const KnownColumn& it : sample_columns)
    columns.push_back(
        {it.name, [&it](const SampleRow& row) { return row.sample != nullptr ? it.value(row) : json(); }});
  add_columns<Call>(columns, [](const Sample& sample) -> const Call& { return sample; });
  add_columns<Work>(columns, [](const Sample& sample) -> const Work& { return sample.work; });
  add_columns<Sample>(columns, [](const Sample& sample) -> const Sample& { return sample; });
  std::ranges::stable_sort(columns, {}, [](const Column& column) {
    return std::ranges::find(known_order, column.name) - std::begin(known_order);
  });
  const bool ranks = std::ranges::any_of(all, [](const Results& results) {
    return std::ranges::any_of(results.runs, [](const RunResult& run) { return !run.ranks.empty(); });
  });
  if (ranks)
    for (const KnownColumn& it : rank_columns)
      columns.push_back({it.name, [&it](const SampleRow& row) {
                           return row.sample != nullptr && row.sample->ranks ? it.value(row) : json();
                         }});
  std::set<std::string> counters;
  for (const Results& results : all)
    for (const RunResult& run : results.runs)
      for (const Sample& sample : run.samples)
        for (const OwnCounter& own : sample.counters) counters.insert(own.name);
  for (const std::string& name : counters)
    columns.push_back({"counter_" + name, [name](const SampleRow& row) {
                         if (row.sample == nullptr) return json();
                         const auto found = std::ranges::find(row.sample->counters, name, &OwnCounter::name);
                         return found == row.sample->counters.end() ? json() : json(found->count);
                       }});
  for (const std::string& option : differing_options(all))
    columns.push_back(
        {"option_" + option, [option](const SampleRow& row) { return json(option_text(row.run, option)); }});
  return columns;
}

std::string cell_text(const json& value) {
  if (value.is_null()) return {};
  if (value.is_string()) return csv_field(value.get_ref<const std::string&>());
  return value.is_number_float() ? fmt::format("{}", value.get<double>()) : value.dump();
}

}  // namespace

std::string csv_report(std::span<const Results> all) {
  const std::vector<Column> columns = columns_of(all);
  std::string text;
  const auto line = [&](auto&& cell) {
    for (const Column& column : columns) text += (&column == columns.data() ? "" : ",") + cell(column);
    text += '\n';
  };
  line([](const Column& column) { return csv_field(column.name); });
  for (const Results& results : grouped_by_graph(all)) {
    const auto throttled = throttled_blocks(results);
    const std::string doubts = reasons_text(doubts_of(results));
    const std::vector<BreakEven> paid = break_even(results);
    for (const RunResult& run : results.runs) {
      const BreakEven& pays = paid[static_cast<std::size_t>(&run - results.runs.data())];
      const auto row = [&](const Sample* sample, const std::string& why) {
        line([&](const Column& it) { return cell_text(it.value({results, run, sample, pays, doubts, why})); });
      };
      for (const Sample& sample : run.samples) {
        const auto block = throttled.find({sample.source, sample.repeat});
        row(&sample, block == throttled.end() ? "" : fmt::format("{}", fmt::join(block->second, ", ")));
      }
      if (run.samples.empty()) row(nullptr, "");
    }
  }
  return text;
}

}  // namespace wayfront::host
