// A correct plugin by a name that has a cost model, STEERED_NAME. What it does instead is in an environment variable,
// "steer " and that name.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>

#include "correct.hpp"

namespace wayfront::faulty {

class Steered : public Correct {
 public:
  static constexpr PluginAbout about{
      .name = STEERED_NAME, .version = "1", .summary = "Does as it is told.", .capabilities = all_capabilities};

  void prepare(const Graph& graph, RunContext& context) {
    if (told("decline")) throw Unsupported("it was told to decline");
    if (told("no memory")) throw Failure(StatusCode::out_of_memory, "it was told that there is no memory");
    if (told("lost device")) throw Failure(StatusCode::device_lost, "it was told that the device is lost");
    if (told("fail")) throw Failure(StatusCode::failed, "it was told to fail");
    if (told("one copy") && copies() != 1) throw Failure(StatusCode::failed, "there is not one copy of the graph");
    Correct::prepare(graph, context);
  }

  void solve(const Problem& problem, Output& output, RunContext& context) {
    while (told("wait")) {
      context.throw_if_cancelled();
      std::this_thread::yield();
    }
    if (told("throw")) throw std::runtime_error("it was told to throw");
    if (told("crash")) std::abort();
    if (told("slow"))
      std::this_thread::sleep_for(std::chrono::milliseconds(2) * std::max<std::size_t>(problem.more.sources.size(), 1));
    Correct::solve(problem, output, context);
    if (told("wrong")) static_cast<std::int32_t*>(output.distances)[problem.source] = 1;
  }

 private:
  static bool told(std::string_view what) {
    const char* const value = std::getenv("steer " STEERED_NAME);
    return value != nullptr && value == what;
  }

  /// Of the graph, that the library shares with this process.
  static int copies() {
    namespace fs = std::filesystem;
    int found = 0;
    for (const fs::directory_entry& it : fs::directory_iterator("/proc/" + std::to_string(::getppid()) + "/fd")) {
      std::error_code gone;
      if (fs::read_symlink(it.path(), gone).string().find("wayfront-graph") != std::string::npos) ++found;
    }
    return found;
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::Steered)
