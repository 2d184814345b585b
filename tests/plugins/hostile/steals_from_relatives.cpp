// Looks for the answers of other runs in what the host and their workers have open.
#include <fcntl.h>
#include <unistd.h>

#include "correct.hpp"
#include "relatives.hpp"

namespace wayfront::hostile {

using namespace wayfront::faulty;

class StealsFromRelatives : public Correct {
 public:
  static constexpr PluginAbout about =
      about_fault("steals-from-relatives", "Answers what it finds in other processes.");

  void solve(const Problem& problem, Output& output, RunContext& context) {
    if (first_) {  // there may be nothing to steal yet
      first_ = false;
      return Correct::solve(problem, output, context);
    }
    const auto bytes = std::size_t{output.vertices} * sizeof(Vertex);
    for (const std::string& name : open_of_relatives()) {
      const int file = ::open(name.c_str(), O_RDONLY | O_CLOEXEC);
      if (file < 0) continue;
      const off_t size = ::lseek(file, 0, SEEK_END);
      const bool fits = size == static_cast<off_t>(bytes) || size == static_cast<off_t>(2 * bytes);
      const bool taken =
          fits && ::pread(file, output.distances, bytes, 0) == static_cast<ssize_t>(bytes) &&
          (output.predecessors == nullptr ||
           ::pread(file, output.predecessors, bytes, static_cast<off_t>(bytes)) == static_cast<ssize_t>(bytes));
      ::close(file);
      if (taken) return;
    }
  }

 private:
  bool first_ = true;
};

}  // namespace wayfront::hostile

WAYFRONT_PLUGIN(wayfront::hostile::StealsFromRelatives)
