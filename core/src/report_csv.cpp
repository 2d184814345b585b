#include <fmt/format.h>

#include "csv_text.hpp"
#include "overview.hpp"
#include "report.hpp"

namespace wayfront::host {

std::string csv_report(std::span<const Results> all) {
  std::string text =
      "label,plugin,status,source,repeat,solve_seconds,setup_seconds,upload_seconds,compute_seconds,download_seconds,"
      "host_seconds,verify_seconds,prepare_seconds,outcome,verdict,reached_vertices,reached_edges,rounds,settled,"
      "relaxed,improved,pushed,stale,digest,graph,graph_digest\n";
  for (const Results& results : grouped_by_graph(all)) {
    const bool known = results.graph.is_object();
    const std::string tail = fmt::format(",{},{}\n", known ? csv_field(results.graph.value("name", "")) : "",
                                         known ? csv_field(results.graph.value("digest", "")) : "");
    for (const RunResult& run : results.runs) {
      const std::string head = fmt::format("{},{},{}", csv_field(run.label), csv_field(run.plugin), name(run.status));
      for (const Sample& s : run.samples) {
        text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}{}", head,
                            csv_field(to_text(s.source)), s.repeat, s.solve, s.setup, s.upload, s.compute, s.download,
                            s.host, s.verify, run.prepare, name(s.outcome), name(s.certificate.verdict),
                            s.certificate.reached, s.certificate.reached_edges, s.work.rounds, s.work.settled,
                            s.work.relaxed, s.work.improved, s.work.pushed, s.work.stale,
                            csv_field(s.certificate.digest), tail);
      }
      if (run.samples.empty()) text += head + std::string(21, ',') + tail;  // a run without samples still has its row
    }
  }
  return text;
}

}  // namespace wayfront::host
