#include "report/gnuplot.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/errors.hpp"
#include "compare/reach.hpp"
#include "compare/summary.hpp"
#include "files/file_replacement.hpp"
#include "report/overview.hpp"

namespace wayfront::host {
namespace {

/// A text in gnuplot's double quotes.
std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\' || c == '`') out += '\\';
    out += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return out + '"';
}

/// A number as gnuplot reads it; NaN is a missing point.
std::string number(double value) { return std::isfinite(value) ? fmt::format("{}", value) : "NaN"; }

/// The parts of a run's time, for stacked bars.
std::vector<double> phases_of(const RunResult& run) {
  std::vector<double> setup, upload, compute, download;
  for (const Sample& sample : run.samples) {
    setup.push_back(sample.setup);
    upload.push_back(sample.upload);
    compute.push_back(sample.compute);
    download.push_back(sample.download);
  }
  return {run.prepare, quantile(setup, 0.5), quantile(upload, 0.5), quantile(compute, 0.5), quantile(download, 0.5)};
}

class Plots {
 public:
  explicit Plots(const std::filesystem::path& directory) : directory_(directory) {
    std::error_code error;
    std::filesystem::create_directories(directory, error);
    if (error)
      throw UserError(ExitCode::usage,
                      fmt::format("--gnuplot: {}: cannot be created: {}", directory.string(), error.message()));
  }

  /// A curve.
  void write(const std::string& name, const std::string& data, const std::string& script) {
    write(name, data, 8, "set key left top\nset grid ytics\n" + script);
  }

  /// Horizontal bars, one for each of `count` rows, with their names. Column 1 is the row's number.
  void write_bars(const std::string& name, const std::string& data, int count, const std::string& script) {
    write(name, data, 2.5 + 0.6 * count,
          fmt::format("set yrange [{}:-0.5]\nset style fill solid 0.5\nset key outside bottom center horizontal\n"
                      "set grid xtics\nset format x '%g'\n{}",
                      count - 0.5, script));
  }

  std::size_t count() const { return count_; }

 private:
  void write(const std::string& name, const std::string& data, double height, const std::string& script) {
    save(name + ".dat", data);
    save(name + ".gp", fmt::format("reset\nset terminal pdfcairo noenhanced size 14cm,{2}cm\nset output '{0}.pdf'\n"
                                   "data = '{0}.dat'\n{1}",
                                   name, script, height));
    ++count_;
  }

  void save(const std::string& name, const std::string& text) const {
    try {
      write_whole(directory_ / name, text, Links::replace);
    } catch (const UserError& error) {
      throw UserError(error.code(), fmt::format("--gnuplot: {}", error.what()));
    }
  }

  std::filesystem::path directory_;
  std::size_t count_ = 0;
};

void speedups(Plots& plots, const std::string& prefix, const Results& results) {
  std::string data = "# index label speedup low high\n";
  int index = 0;
  for (const RunResult& run : results.runs) {
    const Comparison it = summarise(results, run, baseline_of(results)).comparison;
    if (it.pairs == 0) continue;
    data += fmt::format("{} {} {} {} {}\n", index++, in_quotes(run.label), number(it.ratio), number(it.interval.low),
                        number(it.interval.high));
  }
  if (index == 0) return;
  plots.write_bars(prefix + "speedup", data, index,
                   "unset key\nset logscale x\nset xlabel 'speedup over the baseline'\n"
                   "set arrow from 1, graph 0 to 1, graph 1 nohead dashtype 2\n"
                   "plot data using 3:1:(1):3:($1-0.3):($1+0.3):ytic(2) with boxxyerror, \\\n"
                   "     data using 3:1:4:5 with xerrorbars linecolor 'black' pointtype 7 pointsize 0.3\n");
}

void times(Plots& plots, const std::string& prefix, const Results& results) {
  std::string data = "# index label min first_quartile median third_quartile max, seconds\n";
  int index = 0;
  for (const RunResult& run : results.runs) {
    if (run.samples.empty()) continue;
    const Spread it = summarise(results, run, nullptr).solve;
    data += fmt::format("{} {} {} {} {} {} {}\n", index++, in_quotes(run.label), it.min, it.first_quartile, it.median,
                        it.third_quartile, it.max);
  }
  if (index == 0) return;
  plots.write_bars(prefix + "times", data, index,
                   "unset key\nset logscale x\nset format x '%.0s %cs'\nset xlabel 'solve'\n"
                   "plot data using 5:1:4:6:($1-0.3):($1+0.3):ytic(2) with boxxyerror, \\\n"
                   "     data using 5:1:3:7 with xerrorbars linecolor 'black' pointtype 7 pointsize 0.4\n");
}

void phases(Plots& plots, const std::string& prefix, const Results& results) {
  std::string data = "index label prepare setup upload compute download\n";
  int index = 0;
  for (const RunResult& run : results.runs) {
    if (run.samples.empty()) continue;
    data += fmt::format("{} {}", index++, in_quotes(run.label));
    for (const double part : phases_of(run)) data += ' ' + number(part);
    data += '\n';
  }
  if (index == 0) return;
  // The longest bar first, so that the shorter sums are drawn over it.
  plots.write_bars(prefix + "phases", data, index,
                   "set style fill solid 1\nset xrange [0:*]\nset format x '%.1s %cs'\nset xtics rotate by -30\n"
                   "plot for [i=7:3:-1] data using (sum [c=3:i] column(c)):1:(0):(sum [c=3:i] column(c)):($1-0.3):"
                   "($1+0.3):ytic(2) with boxxyerror title columnheader(i)\n");
}

void rounds(Plots& plots, const std::string& prefix, const Results& results) {
  int index = 0;
  for (const RunResult& run : results.runs) {
    ++index;
    if (run.samples.empty() || run.samples.front().rounds.kept.empty()) continue;
    std::string data = fmt::format("# {}\n# round seconds active relaxed improved limit\n", in_quotes(run.label));
    for (const RoundRecord& it : run.samples.front().rounds.kept)
      data += fmt::format("{} {} {} {} {} {}\n", it.round, it.seconds, it.active, it.relaxed, it.improved,
                          number(it.limit));
    plots.write(fmt::format("{}rounds{}", prefix, index), data,
                fmt::format("set title {}\nset xlabel 'round'\nset ylabel 'vertices, arcs'\nset logscale y\n"
                            "plot data using 1:3 with lines title 'frontier', data using 1:4 with lines title 'arcs'\n",
                            in_quotes(run.label)));
  }
}

/// One block of lines for each label, so that `index` selects it.
void sizes(Plots& plots, std::span<const Results> all) {
  std::vector<std::string> labels;
  for (const Results& results : all)
    for (const RunResult& run : results.runs)
      if (!run.samples.empty() && std::ranges::find(labels, run.label) == labels.end()) labels.push_back(run.label);
  if (all.size() < 2 || labels.empty()) return;
  std::string data, lines;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    data += fmt::format("{}# {}\n# vertices edges median_seconds graph\n", i == 0 ? "" : "\n\n", in_quotes(labels[i]));
    for (const Results& results : all)
      for (const RunResult& run : results.runs)
        if (run.label == labels[i] && !run.samples.empty())
          data += fmt::format("{} {} {} {}\n", results.vertices, results.edges,
                              summarise(results, run, nullptr).solve.median,
                              in_quotes(results.graph.is_object() ? results.graph.value("name", "") : ""));
    lines += fmt::format("{}data index {} using 2:3 with points title {}", i == 0 ? "" : ", \\\n     ", i,
                         in_quotes(labels[i]));
  }
  plots.write("sizes", data,
              "set logscale xy\nset xlabel 'edges'\nset ylabel 'median solve, seconds'\nplot " + lines + '\n');
}

}  // namespace

std::size_t write_gnuplot(std::span<const Results> all, const std::filesystem::path& directory) {
  Plots plots(directory);
  std::vector<Results> grouped = grouped_by_graph(all);
  for (std::size_t i = 0; i < grouped.size(); ++i) {
    const std::string prefix = grouped.size() == 1 ? "" : fmt::format("graph{}_", i + 1);
    for (const auto draw : {speedups, times, phases, rounds}) draw(plots, prefix, grouped[i]);
  }
  std::erase_if(grouped, [](const Results& results) { return reach_of(results).is_little(); });
  sizes(plots, grouped);
  return plots.count();
}

}  // namespace wayfront::host
