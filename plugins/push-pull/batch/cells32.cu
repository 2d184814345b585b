// The kernels of a group whose cells have 32 bits.
#include "group_launch_impl.cuh"

namespace wayfront::push_pull {

template struct GroupLaunch<Cells32>;

}  // namespace wayfront::push_pull
