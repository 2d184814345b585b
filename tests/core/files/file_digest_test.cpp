#include "files/file_digest.hpp"

#include <doctest/doctest.h>

#include <string>

#include "../../scratch.hpp"
#include "run/host_context.hpp"

namespace wayfront::host {
namespace {

TEST_CASE("the digest of a file is that of its bytes") {
  const Scratch scratch;
  HostContext one(1), two(2);
  std::string text(3'500'000, 'x');
  const auto digest = [&](HostContext& context) { return file_digest(scratch.write("f", text), context); };
  const auto first = digest(one);
  REQUIRE(first);
  CHECK(digest(two) == first);
  text[3'499'999] = 'y';
  CHECK(digest(two) != first);
  text.pop_back();
  CHECK(digest(two) != first);
  CHECK(!file_digest(scratch.path() / "none", one));
  CHECK(!file_digest(scratch.path(), one));
}

}  // namespace
}  // namespace wayfront::host
