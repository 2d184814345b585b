#include "tune/preparation.hpp"

#include <doctest/doctest.h>

namespace wayfront::host {
namespace {

TEST_CASE("a longer preparation pays from as many sources on as save what it takes") {
  const Preparation longer{.seconds = 2, .of_defaults = 1, .saved = 0.3};
  CHECK(longer.pays_from() == 4);
  CHECK_FALSE(longer.pays(3));
  CHECK(longer.pays(4));
  CHECK(text_of(longer) == "preparing takes 2.0 s instead of 1.0 s, which pays from 4 sources on");
  CHECK(text_of(Preparation{.seconds = 2, .of_defaults = 1, .saved = 3}).ends_with("from 1 source on"));
}

TEST_CASE("a preparation that is not longer pays always, a longer one that saves nothing never") {
  const Preparation shorter{.seconds = 1, .of_defaults = 2, .saved = -1};
  CHECK(shorter.pays_from() == 0);
  CHECK(shorter.pays(0));
  CHECK(text_of(shorter) == "preparing takes 1.0 s instead of 2.0 s");
  const Preparation never{.seconds = 2, .of_defaults = 1, .saved = 0};
  CHECK_FALSE(never.pays_from().has_value());
  CHECK_FALSE(never.pays(1'000'000'000));
}

}  // namespace
}  // namespace wayfront::host
