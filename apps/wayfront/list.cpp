#include <memory>

#include "base/json/json_text.hpp"
#include "commands.hpp"
#include "output.hpp"
#include "plugins/describe.hpp"

namespace wayfront::app {

Command list_command() {
  const auto json = std::make_shared<bool>(false);
  return {"list", "List the plugins.", {{"--json", json.get(), "Print JSON."}}, [json](const Plugins& plugins) {
            print(*json ? host::json_text(host::list_json(plugins())) : host::list_text(plugins()));
            return 0;
          }};
}

}  // namespace wayfront::app
