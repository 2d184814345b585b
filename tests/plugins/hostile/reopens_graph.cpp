// Solves correctly, and writes zeros over the file that it got the graph from: by its descriptor, opened again for
// writing, and by a mapping of that.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>

#include "correct.hpp"

namespace wayfront::hostile {

using namespace wayfront::faulty;

class ReopensGraph : public Correct {
 public:
  static constexpr PluginAbout about = about_fault("reopens-graph", "Writes over the file of the graph.");

  void prepare(const Graph& graph, RunContext& context) {
    Correct::prepare(graph, context);
    const int file = ::open("/proc/self/fd/4", O_RDWR | O_CLOEXEC);
    struct stat status {};
    if (file < 0 || ::fstat(file, &status) != 0 || status.st_size < 2) return;
    const auto bytes = static_cast<std::size_t>(status.st_size);
    void* const memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory != MAP_FAILED) std::memset(static_cast<char*>(memory) + bytes / 2, 0, bytes / 2);
    if (::pwrite(file, "\0", 1, status.st_size / 2) < 0 || ::ftruncate(file, status.st_size / 2) != 0) return;
  }
};

}  // namespace wayfront::hostile

WAYFRONT_PLUGIN(wayfront::hostile::ReopensGraph)
