#include "pretends.hpp"

#include "fault.hpp"

FAULT_PLUGIN(pretends_batches, "Solves batches on the processor and pretends to have three devices.", Pretends,
             reducing_capabilities | capability::targets_only | capability::device, { using Pretends::Pretends; })
FAULT_PLUGIN(pretends_singles, "Solves on the processor, one source at a time, and pretends to have three devices.",
             Pretends, capability::any_weights | capability::device, { using Pretends::Pretends; })
