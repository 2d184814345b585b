#include "wayfront/lightest_arc.hpp"

#include <doctest/doctest.h>

#include <optional>
#include <vector>

#include "graph/stored_graph.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::host {
namespace {

TEST_CASE_TEMPLATE("of parallel arcs the lightest counts, of equally light ones the first", W, std::int32_t, float) {
  const std::vector<Arc<W>> arcs = {{0, 1, 5},  {0, 2, 1}, {0, 1, -3},          {0, 1, 4},
                                    {0, 1, -3}, {1, 0, 2}, {2, 2, unreached<W>}};
  for (const OffsetKind offsets : {OffsetKind::offsets32, OffsetKind::offsets64}) {
    const auto graph = make_graph<W>(3, arcs, offsets);
    visit(graph->csr(), [&]<class V, class O>(const CsrView<V, O>& csr) {
      const std::optional<O> arc = lightest_arc(csr, 0, 1);
      REQUIRE(arc);
      CHECK(csr.targets[*arc] == 1);
      CHECK(csr.weights[*arc] == -3);
      for (O before = csr.begin(0); before < *arc; ++before)
        CHECK((csr.targets[before] != 1 || csr.weights[before] > -3));
      CHECK_FALSE(lightest_arc(csr, 1, 2));
      CHECK_FALSE(lightest_arc(csr, 1, 1));
      CHECK(lightest_arc(csr, 2, 2));  // however heavy
    });
  }
}

}  // namespace
}  // namespace wayfront::host
