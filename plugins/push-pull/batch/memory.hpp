// Memory that others may have taken since it was free.
#pragma once

#include <utility>

#include "wayfront/status.hpp"

namespace wayfront::push_pull {

/// Whether `call` found the memory that it asked for; what else it throws goes on.
template <class Call>
bool has_memory_for(Call&& call) {
  try {
    std::forward<Call>(call)();
    return true;
  } catch (const Failure& failure) {
    if (failure.code() != StatusCode::out_of_memory) throw;
    return false;
  }
}

}  // namespace wayfront::push_pull
