#include "plugins/chooser.hpp"

#include <iterator>

#include "wayfront/options.hpp"

namespace wayfront::host {
namespace {

constexpr OptionRow rows[] = {
    integer<&ChooserOptions::sources>("sources", 0, {0, 1'000'000'000'000},
                                      "How many sources will be asked in all, which decides whether preparing pays; 0: "
                                      "as many as the question has."),
    boolean<&ChooserOptions::device>("device", true, "Plugins for a GPU may be chosen."),
    texts<&ChooserOptions::without>("without", "Plugins that are not chosen."),
    boolean<&ChooserOptions::trials>("trials", true,
                                     "Where there are enough sources, the most promising plugins solve a few of them, "
                                     "and the fastest is chosen.")};

constexpr PluginDescriptor descriptor{
    .magic = plugin_magic,
    .size = sizeof(PluginDescriptor),
    .api_major = wayfront::api_major,
    .api_minor = wayfront::api_minor,
    .abi_tag = wayfront::abi_tag,
    .kind = PluginKind::algorithm,
    .problem = "sssp",
    .about = {.name = "auto",
              .version = "1.0.0",
              .summary = "Chooses one of the other plugins for graph, question and machine, and says why.",
              .capabilities = capability::any_weights | capability::negative_weights},
    .options = rows,
    .option_count = std::size(rows),
    .probe = nullptr,
    .sniff = nullptr,
    .create = nullptr,
    .destroy = nullptr,
    .suffixes = nullptr};

}  // namespace

const PluginDescriptor& chooser() { return descriptor; }

}  // namespace wayfront::host
