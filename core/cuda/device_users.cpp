#include "device_users.hpp"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <vector>

namespace wayfront::cuda {
namespace {

using Clock = std::chrono::steady_clock;

/// Between two solves of a thread lie a copy and the host's own work. Whoever rests longer is done.
constexpr std::chrono::milliseconds pause(5);

class User;
struct Users {
  std::mutex mutex;
  std::vector<const User*> all;
};
Users& users() {
  static Users it;
  return it;
}

/// A thread that has launched a kernel, as long as it lives.
class User {
 public:
  User() {
    const std::scoped_lock lock(users().mutex);
    users().all.push_back(this);
  }
  User(const User&) = delete;
  User& operator=(const User&) = delete;
  ~User() {
    const std::scoped_lock lock(users().mutex);
    std::erase(users().all, this);
  }

  unsigned begin(int device) {
    const Clock::time_point now = Clock::now();
    const std::scoped_lock lock(users().mutex);
    device_ = device;
    until_ = Clock::time_point::max();
    return static_cast<unsigned>(
        std::ranges::count_if(users().all, [&](const User* it) { return it->device_ == device && it->until_ >= now; }));
  }
  void end() {
    const std::scoped_lock lock(users().mutex);
    until_ = Clock::now() + pause;
  }

 private:
  int device_ = -1;
  Clock::time_point until_ = Clock::time_point::min();
};

User& user() {
  thread_local User it;
  return it;
}

}  // namespace

unsigned begin_use(int device) { return user().begin(device); }
UseOfDevice::~UseOfDevice() { user().end(); }

}  // namespace wayfront::cuda
