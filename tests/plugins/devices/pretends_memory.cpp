// Brings the library that says how much device memory it takes: see fake_cuda_memory.cpp.
#include "pretends.hpp"

extern "C" void fake_cuda_memory(const void* context);

namespace wayfront::faulty {

class PretendsMemory : public Pretends {
 public:
  static constexpr PluginAbout about = {.name = "pretends-memory",
                                        .version = "1",
                                        .summary = "Solves on the processor and pretends to take device memory.",
                                        .capabilities = capability::any_weights | capability::device};
  using Pretends::Pretends;

  void prepare(const Graph& graph, RunContext& context) {
    fake_cuda_memory(&context);
    Pretends::prepare(graph, context);
  }
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::PretendsMemory)
