#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "base/csv_text.hpp"
#include "compare/break_even.hpp"
#include "compare/reach.hpp"
#include "compare/summary.hpp"
#include "compare/trust.hpp"
#include "report/figures/figure.hpp"
#include "report/option_columns.hpp"
#include "report/overview.hpp"
#include "report/report.hpp"

namespace wayfront::host {
namespace {

/// "0:512 1:512"; "" where one device solved all.
std::string shares_text(const Sample& sample) {
  std::string text;
  for (const DeviceShare& share : sample.devices)
    text += fmt::format("{}{}:{}", text.empty() ? "" : " ", share.device, share.sources);
  return text;
}

/// Columns of runs on slices, before them a comma; nothing unless some run has ranks.
std::string ranks_text(const Sample& sample, bool any) {
  if (!any) return "";
  if (!sample.ranks) return ",,,,";
  return fmt::format(",{},{},{},{}", sample.ranks->crossing, sample.ranks->solve.messages, sample.ranks->solve.bytes,
                     sample.ranks->certificate.bytes);
}

bool any_ranks(std::span<const Results> all) {
  for (const Results& results : all)
    for (const RunResult& run : results.runs)
      if (!run.ranks.empty()) return true;
  return false;
}

/// "" for a figure that is not known.
std::string count_field(std::uint64_t count) { return count == 0 ? "" : fmt::to_string(count); }

}  // namespace

std::string csv_report(std::span<const Results> all) {
  std::string text =
      "label,plugin,status,source,repeat,solve_seconds,setup_seconds,upload_seconds,compute_seconds,download_seconds,"
      "host_seconds,verify_seconds,prepare_seconds,outcome,verdict,reached_vertices,reached_edges,rounds,settled,"
      "relaxed,improved,pushed,stale,digest,graph,graph_digest,case,throttled,forced_switches,doubts,reached_share,sources,compared,"
      "break_even_sources,break_even_against,certified_rows,checked_rows,unchecked_rows,"
      "sources_by_device,device_bytes,device_bytes_expected";
  const bool ranks = any_ranks(all);
  if (ranks) text += ",crossing,messages,message_bytes,certificate_bytes";
  const std::vector<std::string> options = differing_options(all);
  for (const std::string& option : options) text += ",option_" + csv_field(option);
  text += '\n';
  for (const Results& results : grouped_by_graph(all)) {
    const bool known = results.graph.is_object();
    const std::string tail =
        fmt::format(",{},{},{}", known ? csv_field(results.graph.value("name", "")) : "",
                    known ? csv_field(results.graph.value("digest", "")) : "", csv_field(results.case_label()));
    const auto throttled = throttled_blocks(results);
    const std::string doubts = csv_field(reasons_text(doubts_of(results)));
    const std::vector<BreakEven> paid = break_even(results);
    for (const RunResult& run : results.runs) {
      const BreakEven& pays = paid[static_cast<std::size_t>(&run - results.runs.data())];
      const std::string last =
          pays.rival.empty()
              ? ","
              : fmt::format("{},{}", pays.sources ? fmt::to_string(*pays.sources) : "never", csv_field(pays.rival));
      const std::string used =
          fmt::format("{},{}", count_field(run.usage.device.peak), count_field(run.usage.device.estimate));
      std::string chosen;
      for (const std::string& option : options) chosen += ',' + csv_field(option_text(run, option));
      chosen += '\n';
      const std::string head = fmt::format("{},{},{}", csv_field(run.label), csv_field(run.plugin), name(run.status));
      for (const Sample& s : run.samples) {
        const double share = reached_share(s, results.vertices);
        const auto block = throttled.find({s.source, s.repeat});
        text += fmt::format(
            "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}{},{},{},{},{},{},{},{},{},{},{},{},{}{}{}",
            head, csv_field(to_text(s.source)), s.repeat, s.solve, s.setup, s.upload, s.compute, s.download, s.host,
            s.verify, run.prepare, name(s.outcome), name(s.certificate.finding), s.certificate.reached,
            s.certificate.reached_edges, s.work.rounds, s.work.settled, s.work.relaxed, s.work.improved, s.work.pushed,
            s.work.stale, csv_field(s.certificate.digest), tail,
            block == throttled.end() ? "" : csv_field(fmt::format("{}", fmt::join(block->second, ", "))),
            s.forced_switches, doubts, data_number(share), s.sources, s.compared, last, s.certified.value_or(s.sources),
            s.checked, s.unchecked, csv_field(shares_text(s)), used, ranks_text(s, ranks), chosen);
      }
      if (run.samples.empty())  // a run without samples still has its row
        text += head + std::string(21, ',') + tail + ",,," + doubts + ",,,," + last + ",,,,," + used +
                ranks_text({}, ranks) + chosen;
    }
  }
  return text;
}

}  // namespace wayfront::host
