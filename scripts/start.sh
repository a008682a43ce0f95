# `npm start`: prepares a local server with Node (start.ts), which then ends, and serves it by workerd. This shell stays to
# end everything on Ctrl-C, SIGTERM and SIGHUP and when npm dies; reap.sh does when this shell itself is killed.

folder=$(dirname "$0")
run=$(mktemp -d "${TMPDIR:-/tmp}/tributary-XXXXXX") && mkfifo "$run/alive" "$run/ready" || exit 1

sh "$folder/reap.sh" "$run" <"$run/alive" >/dev/null 2>&1 &
exec 9>"$run/alive"

# Of the process that this shell waits for, and of what that has left: the guard, sqld, a preview's copy.
child= guard= sqld= copy=
is_stopped=

stop() {
  is_stopped=true
  [ -z "$child" ] || kill -TERM "$child" 2>/dev/null
  # Requests under way have a second to end.
  (sleep 1 && kill -KILL "$child") </dev/null >/dev/null 2>&1 9>&- &
}
trap stop INT TERM HUP QUIT

# A signal interrupts `wait`.
wait_for_child() {
  while
    wait "$child" 2>/dev/null
    status=$?
    kill -0 "$child" 2>/dev/null
  do :; done
  echo "ended $child" >&9
  child=
}

# Ends with the given status. reap.sh kills what is left.
finish() {
  trap '' INT TERM HUP QUIT
  [ -z "$guard" ] || kill "$guard" 2>/dev/null
  if [ -n "$sqld" ]; then
    kill -TERM "$sqld" 2>/dev/null
    for _ in 1 2 3 4 5 6 7 8 9 10; do kill -0 "$sqld" 2>/dev/null && sleep 0.05; done
  fi
  [ -z "$copy" ] || rm -rf "$copy"
  rm -rf "$run"
  exit "$1"
}

# A dead process can be signalled until its parent has noticed its death, so its child is looked at where there is /proc.
is_npm_alive() {
  parent=
  [ -d /proc/self ] || { kill -0 "$NPM_PID" && kill -0 $$; return; }
  read -r _ _ _ parent _ <"/proc/$$/stat"
  [ "$parent" = "$NPM_PID" ]
}

# Set by package.json: npm cannot forward its own death.
if [ -n "$NPM_PID" ]; then
  (
    while is_npm_alive; do sleep 1; done
    kill -TERM $$
  ) </dev/null >/dev/null 2>&1 9>&- &
  guard=$!
fi

export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-$folder/../dist/compile-cache}"
SERVER_PID=$$ RUN_FOLDER=$run REAPER_DESCRIPTOR=9 node --experimental-strip-types \
  --disable-warning=ExperimentalWarning "$folder/start.ts" "$@" &
child=$!
wait_for_child
[ ! -f "$run/copy" ] || IFS= read -r copy <"$run/copy"
[ ! -f "$run/sqld" ] || read -r sqld <"$run/sqld"
[ "$status" -eq 0 ] || finish "$status"
[ -z "$is_stopped" ] || finish 1

# workerd writes a line to descriptor 3 when it listens.
TZ=UTC "$run/workerd" serve --experimental --import-path=/ --control-fd=3 \
  ${INSPECTOR_ADDRESS:+"--inspector-addr=$INSPECTOR_ADDRESS"} "$run/config.capnp" 3>"$run/ready" 9>&- &
child=$!
echo "started $child" >&9
exec 8<"$run/ready"
if read -r _ <&8; then
  # The configuration and the banner have secrets.
  banner=$(cat "$run/banner")
  rm -rf "$run"
  printf '%s\n' "$banner"
  wait_for_child
  [ -z "$is_stopped" ] || finish 0
  echo "workerd has ended by itself, with status $status. Start the server again." >&2
  finish 1
fi
wait_for_child
[ -n "$is_stopped" ] || echo "workerd did not start, for the reason above." >&2
finish 1
