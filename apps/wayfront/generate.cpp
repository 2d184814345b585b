#include <memory>
#include <string>

#include "commands.hpp"
#include "convert.hpp"

namespace wayfront::app {

Command generate_command() {
  struct Arguments {
    std::string kind;
    ConvertArguments convert;
  };
  const auto it = std::make_shared<Arguments>();
  it->convert.graph.loader = "generate";
  Command command{"generate", "Write a generated graph to a file.", {}, {}};
  command.options.push_back(
      {"KIND", &it->kind, "What to generate: grid, rmat, uniform, ...; see wayfront describe generate.", true});
  it->convert.add_output_to(command.options);
  it->convert.graph.add_to(
      command.options,
      {.loader = nullptr,
       .set = "Set an option of the generator, or of the format: --set rows=1000 (repeatable); from.X or to.X if both "
              "have it.",
       .missing_weights = nullptr,
       .coordinates = nullptr,
       .step = "A step of [graph] steps: --step symmetrize (repeatable)."});
  it->convert.add_to(command.options);
  command.run = [it](const Plugins& plugins) {
    std::vector<std::string>& options = it->convert.graph.options;
    options.insert(options.begin(), "from.kind=" + it->kind);
    return convert(it->convert, plugins());
  };
  return command;
}

}  // namespace wayfront::app
