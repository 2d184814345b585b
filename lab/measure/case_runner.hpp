// One case of a pipeline: prepares its runs, measures them in turns, and ends each of them separately.
#pragma once

#include "measure/case_question.hpp"
#include "measure/observer.hpp"
#include "record/result.hpp"
#include "run/call_watch.hpp"

namespace wayfront::host {

/// Runs the case. `results` has what is known about it so far. `watch` ends with the pipeline's time; if a call does
/// not return, the observer is told that the program is stuck. Throws OutOfTime if the pipeline's time is over before
/// anything is prepared.
Results run_case(const CaseSetting& setting, CallWatch& watch, Observer& observer, Results results);

}  // namespace wayfront::host
