# For tests on several machines, which are namespaces of this one: sourced by bash, with this folder as $here.
# In a scratch folder of its own. Exit status 77: this system does not let users make networks.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
for program in unshare nsenter ip pgrep mpirun; do
  command -v $program >/dev/null || { echo "skipped: there is no $program"; exit 77; }
done

unshare --user --map-root-user --net --pid --fork --mount --mount-proc --kill-child true ||
  { echo "skipped: this system does not let users make networks"; exit 77; }

# on COUNT COMMAND...: the command on the first of COUNT machines.
on() {
  unshare --user --map-root-user --net --pid --fork --mount --mount-proc --kill-child "$here/machines" "$@"
}

# A fault for failing.sh: two machines get a network of their own each, with the same address, as Docker makes them.
own_networks='for m in 1 2; do nsenter --target "$(cat "$MACHINES/10.77.0.$m")" --net sh -c "
  ip link add docker0 type bridge; ip addr add 172.17.0.1/16 dev docker0; ip link set docker0 up"; done'

failed=0
# expect NAME PATTERN SECONDS COMMAND...: the command says PATTERN in at most SECONDS.
expect() {
  local name=$1 pattern=$2 max=$3 begin=$SECONDS
  shift 3
  "$@" >output.txt 2>&1
  local status=$?
  [ $status = 77 ] && { echo "skipped: this system does not let users make networks"; cat output.txt; exit 77; }
  local took=$((SECONDS - begin))
  if grep -qE "$pattern" output.txt && [ $took -le "$max" ] && ! grep -q LEFT output.txt; then
    echo "passed: $name ($took s)"
  else
    echo "FAILED: $name ($took s of $max; '$pattern' is expected)"
    cat output.txt
    failed=1
  fi
}
