#include "report/figures/figures.hpp"

#include "../../test.hpp"
#include "../sample_results.hpp"
#include "report/figures/axes.hpp"
#include "report/figures/texts.hpp"

namespace wayfront::host {
namespace figures_test {

const Figure& figure(const std::vector<Figure>& all, std::string_view kind) {
  const auto found = std::ranges::find(all, kind, &Figure::kind);
  REQUIRE(found != all.end());
  return *found;
}

std::size_t count(std::string_view text, std::string_view word) {
  std::size_t found = 0;
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) ++found;
  return found;
}

/// The value of an attribute of the n-th element with this begin, such as "<circle class=\"dot\"".
double attribute(const std::string& svg, const std::string& element, std::string_view name, std::size_t n = 0) {
  std::size_t at = svg.find(element);
  for (; n > 0; --n) at = svg.find(element, at + 1);
  REQUIRE(at != std::string::npos);
  const std::string key = " " + std::string(name) + "=\"";
  return std::stod(svg.substr(svg.find(key, at) + key.size()));
}

TEST_CASE("numbers in figures are short, never with an exponent, and have units") {
  CHECK(digits_text(1234567) == "1230000");
  CHECK(digits_text(0.00012345) == "0.000123");
  CHECK(digits_text(9.996) == "10");
  CHECK(digits_text(2.50) == "2.5");
  CHECK(digits_text(-0.5) == "-0.5");
  CHECK(seconds_text(0.0015) == "1.5\u00a0ms");
  CHECK(seconds_text(0.9e-9) == "0.9\u00a0ns");
  CHECK(seconds_text(0) == "0\u00a0s");
  CHECK(compact_text(1'500'000) == "1.5\u00a0M");
  CHECK(compact_text(0.25) == "0.25");
  CHECK(ratio_text(2.504) == "2.5\u00d7");
  CHECK(name_of_file("../a b/\u00e4.gr (x)") == "a_b_gr_x");
}

TEST_CASE("scales have round ticks within their ends, and logarithmic ones equal steps for equal ratios") {
  const Scale log = Scale::logarithmic(1, 1000, 0, 300);
  CHECK(log(10) == doctest::Approx(100));
  CHECK(log(100) == doctest::Approx(200));
  CHECK(log(0) == 0);
  CHECK(log.ticks(4) == std::vector<double>{1, 10, 100, 1000});
  CHECK(Scale::linear(0, 1, 0, 100).ticks(4) == std::vector<double>{0, 0.25, 0.5, 0.75, 1});
  CHECK(Scale::logarithmic(99, 101, 0, 1).ticks(3).size() >= 2);
  const std::vector<double> wide = {1, 50}, narrow = {1, 5};
  const Scale ratios = fitting(wide, 0, 1), steps = fitting(narrow, 0, 1);
  CHECK(ratios(4) - ratios(2) == doctest::Approx(ratios(2) - ratios(1)));
  CHECK(steps(4) - steps(3) == doctest::Approx(steps(3) - steps(2)));
}

TEST_CASE("every sample is a point that refers to its row of the data") {
  const Results it = made_results();
  const Figures all = figures_of({&it, 1});
  const FigureView& view = figure(all.sections[0].plots, "samples").views[0];
  CHECK(count(view.svg, "class=\"sample\"") == 4);
  CHECK(view.data.columns == std::vector<std::string>{"run", "source", "repeat", "solve_seconds", "outcome", "gpu_mhz",
                                                      "gpu_celsius", "gpu_throttled"});
  REQUIRE(view.data.rows.size() == 4);
  CHECK(view.data.rows[1] == std::vector<std::string>{"slow", "2", "1", "0.006", "solved", "1980", "61", "power cap"});
  CHECK(contains(view.data.csv(), "\n\"fast, \"\"quoted\"\"\",2,1,0.002,solved,"));
  CHECK(view.file == "samples");
}

TEST_CASE("speed-ups are bars from 1 on a logarithmic axis, in the colour of their verdict") {
  const Results it = made_results();
  const Figures all = figures_of({&it, 1});
  const FigureView& view = figure(all.sections[0].plots, "speedup").views[0];
  CHECK(view.data.rows.size() == 1);
  CHECK(view.data.rows[0][1] == "2.5");
  CHECK(contains(view.svg, "times as fast as slow"));
  CHECK(attribute(view.svg, "<line class=\"one\"", "x1") == attribute(view.svg, "<rect class=\"bar\"", "x"));
}

Results swept() {
  Results it = made_results();
  const RunResult run = it.runs[0];
  it.runs.clear();
  const nlohmann::json values[] = {"auto", 1, 10, 100, 1000};
  for (const auto& value : values) {
    it.runs.push_back(run);
    it.runs.back().label = "delta " + value.dump();
    it.runs.back().baseline = it.runs.size() == 1;
    it.runs.back().options = {{"delta", {{"value", value}, {"set", value != 10}}}};
    for (Sample& sample : it.runs.back().samples) sample.work = {.rounds = 1, .relaxed = 1000 * it.runs.size()};
  }
  return it;
}

TEST_CASE("a sweep has a logarithmic axis, what is no number is a line across, and the default has a ring") {
  const Results it = swept();
  const Figures all = figures_of({&it, 1});
  const Figure& sweep = figure(all.sections[0].plots, "sweep");
  const FigureView& view = sweep.views[0];
  CHECK(sweep.name == "sweep-delta");
  CHECK(sweep.title == "Time against delta");
  CHECK(count(view.svg, "class=\"dot\"") == 4);
  CHECK(count(view.svg, "class=\"level\"") == 1);
  CHECK(count(view.svg, "class=\"ring\"") == 1);
  CHECK(contains(view.svg, "tortoise: auto"));
  const auto x = [&](std::size_t i) { return attribute(view.svg, "<circle class=\"dot\"", "cx", i); };
  CHECK(x(1) - x(0) == doctest::Approx(x(2) - x(1)).epsilon(0.001));
  CHECK(x(2) - x(1) == doctest::Approx(x(3) - x(2)).epsilon(0.001));
  CHECK(attribute(view.svg, "<circle class=\"ring\"", "cx") == x(1));
  CHECK(view.data.columns == std::vector<std::string>{"curve", "run", "delta", "given", "median_seconds"});
  CHECK(view.data.rows[0][2] == "auto");
  CHECK(view.data.rows[2][3] == "default");
}

TEST_CASE("work against speed is a scatter with the numbers behind it") {
  const Results it = swept();
  const Figures all = figures_of({&it, 1});
  const FigureView& view = figure(all.sections[0].plots, "work").views[0];
  CHECK(count(view.svg, "class=\"dot\"") == 5);
  CHECK(view.data.rows[4][2] == "2.5");  // 5000 relaxations, 2000 arcs
  CHECK(contains(view.svg, "arcs relaxed per arc of the graph"));
  const Results none = made_results();
  const Figures others = figures_of({&none, 1});
  CHECK(std::ranges::find(others.sections[0].plots, "work", &Figure::kind) == others.sections[0].plots.end());
}

TEST_CASE("rounds are drawn by round and over time, where the frontier is smoothed") {
  Results it = made_results();
  auto& rounds = it.runs[0].samples[0].rounds;
  rounds = {};
  for (unsigned i = 0; i < 900; ++i)  // 1 and 101 vertices in turn, each for a microsecond
    rounds.kept.push_back({{i, i % 2 == 0 ? 1U : 101U, 10, 1, i + 1.0, 1e-6 * (i + 1)}, 10 * (i + 1)});
  rounds.count = 900;
  const Figures all = figures_of({&it, 1});
  const Figure& frontier = figure(all.sections[0].rounds, "rounds-frontier");
  REQUIRE(frontier.views.size() == 2);
  CHECK(frontier.views[0].data.rows.size() == 900);
  CHECK(frontier.views[0].file == "frontier_by_round");
  const FigureData& smooth = frontier.views[1].data;
  CHECK(smooth.rows.size() > 50);
  CHECK(smooth.rows.size() <= 101);
  for (const auto& row : smooth.rows) CHECK(std::abs(std::stod(row[2]) - 51) < 12);
  CHECK(count(frontier.views[1].svg, "faint") == 1);
  const Figure& parallelism = figure(all.sections[0].rounds, "rounds-parallelism");
  CHECK(std::stod(parallelism.views[1].data.rows[3][2]) == doctest::Approx(1e7));
  CHECK(parallelism.views[1].data.rows.size() <= 101);
}

TEST_CASE("a trace of one round is a dot, as a line of one point could not be seen") {
  Results it = made_results();
  auto& rounds = it.runs[0].samples[0].rounds;
  rounds.kept.resize(1);
  rounds.count = 1;
  const Figures all = figures_of({&it, 1});
  for (const FigureView& view : figure(all.sections[0].rounds, "rounds-frontier").views)
    CHECK(count(view.svg, "class=\"dot\"") == 1);
}

TEST_CASE("long traces and many samples are thinned, first and last kept") {
  Results it = made_results();
  for (unsigned i = 0; i < 20000; ++i) {
    it.runs[1].samples.push_back(made_sample(1, i + 2, 1));
    it.runs[0].samples[0].rounds.kept.push_back({{i + 2, 1, 1, 1, 1, 1}, i + 21});
  }
  it.runs[0].samples[0].rounds.count = 20002;
  const Figures all = figures_of({&it, 1});
  const FigureView& rounds = figure(all.sections[0].rounds, "rounds-relaxed").views[1];
  CHECK(rounds.data.rows.size() == 1000);
  CHECK(rounds.data.rows.back()[2] == "20020");
  CHECK(figure(all.sections[0].plots, "samples").note.starts_with("5002 of 20004 samples"));
  CHECK(figure(all.sections[0].plots, "samples").views[0].data.rows.back()[2] == "20001");
  CHECK(std::ranges::find(all.sections[0].rounds, "rounds-delta", &Figure::kind) == all.sections[0].rounds.end());
}

TEST_CASE("of several graphs there are a profile, sizes and work, and files are named by case") {
  std::vector<Results> all = {swept(), swept()};
  all[1].graph["name"] = "y.gr";
  all[1].graph["digest"] = "4567";
  all[1].edges = 4000;
  const Figures made = figures_of(all);
  CHECK(figure(made.across.plots, "profile").views[0].data.rows.size() >= 10);
  const Figure& sizes = figure(made.across.plots, "sizes");
  CHECK(sizes.views[0].name == "arcs");
  CHECK(sizes.views[0].file == "sizes_arcs");
  CHECK(figure(made.across.plots, "work").views[0].data.rows.size() == 10);
  // Of the baseline there is no ratio; the other runs have one on each graph.
  const Figure& speedups = figure(made.across.plots, "speedups");
  CHECK(speedups.views[0].file == "speedups_arcs");
  CHECK(speedups.views[0].data.columns == std::vector<std::string>{"graph", "run", "edges", "speedup"});
  CHECK(speedups.views[0].data.rows.size() == 8);
  CHECK(std::ranges::find(made.across.plots, std::string_view("counters"), &Figure::kind) == made.across.plots.end());
  for (Results& results : all)
    for (Sample& sample : results.runs[1].samples) sample.counters = {{"looks", 3 * results.edges}};
  const Figures counted = figures_of(all);
  const Figure& counters = figure(counted.across.plots, "counters");
  CHECK(counters.views[0].data.rows.size() == 2);
  CHECK(counters.views[0].data.rows[0].back() == "3");
  std::vector<Results> without_arcs = all;
  without_arcs[1].edges = 0;
  const Figures rest = figures_of(without_arcs);
  const Figure& counted_rest = figure(rest.across.plots, "counters");
  REQUIRE(counted_rest.views[0].name == "vertices");
  CHECK(counted_rest.views[0].data.rows.size() == 1);  // nothing is counted for each of no arcs
  CHECK(made.sections[0].plots[0].views[0].file.starts_with("x_gr_"));
  CHECK(made.sections[1].plots[0].views[0].file.starts_with("y_gr_"));
  all[0].pipeline["case"] = "near, 1 M";
  CHECK(figures_of(all).sections[0].plots[0].views[0].file.starts_with("near_1_M_"));
  all[0].pipeline.erase("case");
  all[1].graph["name"] = "x.gr";
  CHECK(figures_of(all).sections[1].plots[0].views[0].file.starts_with("x_gr_2_"));
}

TEST_CASE("graphs are counted by their ratio to the baseline") {
  std::vector<Results> all(4, swept());
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].graph["name"] = fmt::format("{}.gr", i);
    all[i].graph["digest"] = std::to_string(i);
    all[i].runs.resize(2);
    // The run takes 1, 2, 2 and 10 times as long as the baseline, and relaxes 4 times as many arcs.
    constexpr double times[] = {1, 2, 2, 10};
    for (Sample& sample : all[i].runs[0].samples) sample.solve = 1, sample.work.relaxed = 100;
    for (Sample& sample : all[i].runs[1].samples) sample.solve = times[i], sample.work.relaxed = 400;
  }
  const Figures made = figures_of(all);
  const Figure& counts = figure(made.across.plots, "counts");
  REQUIRE(counts.views.size() == 2);
  CHECK(counts.views[0].file == "counts_speed");
  const auto& speed = counts.views[0].data.rows;
  REQUIRE(speed.size() == 3);
  CHECK(speed[0][1] == "0");  // a tenth as fast
  CHECK(speed[0][2] == "0.2");
  CHECK(speed[0][3] == "1");
  CHECK(speed[1][1] == "0.5");  // the lower end belongs to a bucket
  CHECK(speed[1][3] == "2");
  CHECK(speed[2][2] == "1.1");
  CHECK(speed[2][3] == "1");
  const auto& work = counts.views[1].data.rows;
  REQUIRE(work.size() == 1);
  CHECK(work[0][1] == "3");
  CHECK(work[0][3] == "4");
}

TEST_CASE("a file has its style, with colours in place of variables, and escapes labels") {
  Results it = made_results();
  it.runs[1].label = "</svg><b>&\"";
  const Figures all = figures_of({&it, 1});
  for (const Figure& one : all.sections[0].plots) {
    const std::string text = stand_alone(one.views[0].svg);
    CHECK(text.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\""));
    CHECK(count(text, "</svg>") == 1);
    CHECK_FALSE(contains(text, "<b>"));
    CHECK_FALSE(contains(text, "var("));
    CHECK_FALSE(contains(text, "light-dark"));
    CHECK(contains(text, ".c0 { color: #0072b2; }"));
    CHECK_FALSE(contains(text, "NaN"));
    CHECK_FALSE(contains(text, "inf"));
  }
  const std::string html = sections_html({&it, 1});
  CHECK_FALSE(contains(html, "<b>"));
  CHECK(contains(html, "<pre class=\"data\" hidden>\nrun,speedup"));
}

}  // namespace figures_test
}  // namespace wayfront::host
