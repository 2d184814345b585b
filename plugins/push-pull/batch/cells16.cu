// The kernels of a group whose cells have 16 bits.
#include "group_launch_impl.cuh"

namespace wayfront::push_pull {

template struct GroupLaunch<Cells16>;

}  // namespace wayfront::push_pull
