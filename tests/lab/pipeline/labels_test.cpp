#include "pipeline/labels.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "pipeline/plan.hpp"
#include "pipeline_files.hpp"

namespace wayfront::host {
namespace {

using Labels = std::vector<std::string>;

Labels of_paths(const std::vector<std::string>& paths) {
  std::vector<LabelledEntry> entries;
  for (const std::string& path : paths) entries.push_back({"", path, {}});
  return make_labels(entries, "graph");
}

TEST_CASE("labels: as much of a path as no other has") {
  CHECK(of_paths({"/x/d1/g.gr", "/x/d2/g.gr"}) == Labels{"d1/g.gr", "d2/g.gr"});
  CHECK(of_paths({"/x/d1/g.gr", "/x/d2/h.gr"}) == Labels{"g.gr", "h.gr"});
  CHECK(of_paths({"a/x/g", "b/x/g", "b/y/g", "h"}) == Labels{"a/x/g", "b/x/g", "y/g", "h"});
  CHECK(of_paths({"g", "d/g", "/g"}) == Labels{"g", "d/g", "/g"});
  CHECK(of_paths({"d/g", "d/g"}) == Labels{"g", "g"});
  CHECK(of_paths({"a\nb", "a b"}) == Labels{"a b", "a b (2)"});
}

TEST_CASE("labels: settings that differ, in full where their short forms are the same") {
  const std::string a24(24, 'a'), umlauts = "ääääääääääääääääääääääää";
  CHECK(make_labels({{{"", "g", {{"options.seed", "1"}}}, {"", "g", {{"options.seed", "2"}}}, {"", "h", {}}}},
                    "graph") == Labels{"g seed=1", "g seed=2", "h"});
  CHECK(make_labels({{{"", "g", {{"a.seed", "1"}}}, {"", "g", {{"b.seed", "1"}}}}}, "graph") ==
        Labels{"g a.seed=1", "g b.seed=1"});
  CHECK(make_labels({{{"", "g", {{"x", a24 + "b"}}}, {"", "g", {{"x", a24 + "c"}}}}}, "graph") ==
        Labels{"g x=" + a24 + "b", "g x=" + a24 + "c"});
  CHECK(make_labels({{{"", "g", {{"x", umlauts + "b"}}}, {"", "g", {{"x", "c"}}}}}, "graph") ==
        Labels{"g x=" + umlauts + "...", "g x=c"});
  CHECK(make_labels({{{"", "", {}}, {"all", "", {}}}}, "problem") == Labels{"problem 1", "all"});
  CHECK(make_labels({{{"g", "h", {}}, {"", "g", {}}, {"g", "i", {}}}}, "graph") == Labels{"g", "g (2)", "g"});
}

/// Few parts, so that much is alike.
template <std::size_t N>
std::string any_of(std::mt19937& random, const char* const (&texts)[N]) {
  return texts[random() % N];
}

TEST_CASE("labels: two entries have one label where they are the same, and only there") {
  std::mt19937 random(1);
  for (int round = 0; round < 2000; ++round) {
    std::vector<LabelledEntry> entries(2 + random() % 6);
    for (LabelledEntry& it : entries) {
      it.path = any_of(random, {"", "g", "a/g", "b/a/g", "a/b/g", "/g", "g (2)", "g s=1"});
      for (const char* const name : {"a.s", "b.s", "s", "a.value"})
        if (random() % 2 == 0) {
          if (random() % 2 == 0) it.set.insert(name);
          it.settings[name] = any_of(
              random, {"1", "2", "1 s=1", "1\ts=1", "aaaaaaaaaaaaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaaaaaaaaaaaab"});
        }
      if (random() % 4 == 0) it.given = any_of(random, {"g", "a/g", "g s=1", "graph 1", "x"});
    }
    const Labels labels = make_labels(entries, "graph");
    REQUIRE(labels.size() == entries.size());
    for (std::size_t i = 0; i < entries.size(); ++i) {
      CHECK_FALSE(labels[i].empty());
      if (!entries[i].given.empty()) CHECK(labels[i] == entries[i].given);
      for (std::size_t k = 0; k < i; ++k) {
        if (!entries[i].given.empty() && !entries[k].given.empty()) continue;
        const bool made = entries[i].given.empty() && entries[k].given.empty();
        const bool same = made && entries[i].path == entries[k].path && entries[i].settings == entries[k].settings;
        CHECK((labels[i] == labels[k]) == same);
      }
    }
  }
}

TEST_CASE("labels: defaults only where they are needed") {
  const auto labels = [](std::vector<LabelledEntry> entries) { return make_labels(entries, "graph"); };
  const std::map<std::string, std::string> grid = {{"kind", "grid"}, {"rows", "9"}, {"scale", "16"}};
  const std::map<std::string, std::string> rmat = {{"kind", "rmat"}, {"rows", "1000"}, {"scale", "8"}};
  CHECK(labels({{"", "g", grid, {"kind", "rows"}}, {"", "g", rmat, {"kind", "scale"}}}) ==
        Labels{"g kind=grid rows=9", "g kind=rmat scale=8"});
  CHECK(labels({{"", "g", {{"weights", "int32"}}, {}}, {"", "g", {{"weights", "float32"}}, {"weights"}}}) ==
        Labels{"g weights=int32", "g weights=float32"});
  CHECK(labels({{"", "g", {{"a", "1"}, {"b", "2"}}, {"a"}},
                {"", "g", {{"a", "1"}, {"b", "3"}}, {"a"}},
                {"", "g", {{"a", "2"}, {"b", "2"}}, {"a"}}}) == Labels{"g a=1 b=2", "g a=1 b=3", "g a=2"});
}

Labels case_labels(const std::string& text) {
  Labels all;
  for (const PlannedCase& it : parse(text).cases) all.push_back(it.label);
  return all;
}

TEST_CASE("labels of cases: graphs of one name in two folders, and labels that join to the same") {
  CHECK(case_labels("[[graph]]\npath = 'd1/g.gr'\n[[graph]]\npath = 'd2/g.gr'\n" + run) ==
        Labels{"d1/g.gr", "d2/g.gr"});
  CHECK(case_labels("[[graph]]\npath = 'g'\nlabel = 'a'\n[[graph]]\npath = 'g'\nlabel = 'a, b'\n"
                    "[[problem]]\nlabel = 'c'\n[[problem]]\nlabel = 'b, c'\n" +
                    run) == Labels{"a, c", "a, b, c", "a, b, c (2)", "a, b, b, c"});
}

TEST_CASE("labels of runs: those that differ have different ones, those that are the same are refused") {
  std::mt19937 random(2);
  for (int round = 0; round < 200; ++round) {
    std::string text = graph;
    std::set<std::string> different;
    const std::size_t runs = 2 + random() % 4;
    for (std::size_t i = 0; i < runs; ++i) {
      const std::string options =
          any_of(random, {"", "device = 'x'\n", "device = 'x names=[]'\n", "device = \"x\\tnames=[]\"\n"}) +
          any_of(random, {"", "names = ['b']\n", "names = ['b mask=true']\n"}) + any_of(random, {"", "mask = false\n"});
      different.insert(options);
      text += run + "[run.options]\n" + options;
    }
    if (different.size() < runs) {
      CHECK(errors(text).find("is taken") != std::string::npos);
    } else {
      const Labels made = labels(parse(text));
      CHECK(std::set<std::string>(made.begin(), made.end()).size() == runs);
    }
  }
  CHECK(labels(parse(graph + run + "options.delta = 5\n" + run +
                     "[[run]]\nplugin = 'sound'\nlabel = 'sample delta=5'\n")) ==
        Labels{"sample delta=5 (2)", "sample delta=10", "sample delta=5"});
}

}  // namespace
}  // namespace wayfront::host
