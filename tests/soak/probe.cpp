// Solves correctly and appends a line to a file for each solve that it ends, so that tests/soak/kills can count them.
#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <thread>

#include "correct.hpp"

namespace wayfront::faulty {

class Probe : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("probe", "Counts its solves in a file.");

  struct Options {
    std::string file;
    std::int64_t microseconds;
  };
  static constexpr OptionRow rows[] = {
      text<&Options::file>("file", "", "A line is appended to it for each solve; \"\": none."),
      integer<&Options::microseconds>("microseconds", 0, {0, 60'000'000}, "How long it sleeps before it solves.")};
  explicit Probe(const Options& options) : options_(options) {}

  void solve(const Problem& problem, Output& output, RunContext& context) {
    std::this_thread::sleep_for(std::chrono::microseconds(options_.microseconds));
    Correct::solve(problem, output, context);
    if (options_.file.empty()) return;
    const int file = ::open(options_.file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    const std::string line = std::to_string(problem.source) + '\n';
    const bool written = file >= 0 && ::write(file, line.data(), line.size()) == static_cast<ssize_t>(line.size());
    if (file >= 0) ::close(file);
    if (!written) throw Failure(StatusCode::failed, "the file that counts solves cannot be written");
  }

 private:
  Options options_;
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::Probe)
