#include "device_users.hpp"

#include <latch>

#include "../../test.hpp"

namespace wayfront::cuda {
namespace device_users_test {

TEST_CASE("threads share the device while their kernels run, and a little longer") {
  CHECK(begin_use(0) == 1);
  CHECK(begin_use(0) == 1);  // the next launch of the same thread
  std::latch launched(1), seen(1), ended(1), again(1);
  unsigned first = 0, second = 0;
  std::jthread other([&] {
    first = begin_use(0);
    launched.count_down();
    seen.wait();
    { const UseOfDevice ends; }
    ended.count_down();
    again.wait();
    second = begin_use(0);
  });
  launched.wait();
  CHECK(begin_use(1) == 1);  // another device is not shared
  CHECK(begin_use(0) == 2);
  seen.count_down();
  ended.wait();
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  CHECK(begin_use(0) == 1);  // the other one rests
  again.count_down();
  other.join();
  CHECK(first == 2);
  CHECK(second == 2);
  CHECK(begin_use(0) == 1);  // it is gone
  { const UseOfDevice ends; }
}

}  // namespace device_users_test
}  // namespace wayfront::cuda
