# Ends processes whose parent has died without ending them, as after SIGKILL: keeps the process ids of the lines `started
# PID` and `ended PID` on stdin, and kills them when it closes, which only their parent holds open.

trap '' INT TERM HUP
pids=
while read -r event pid; do
  case $event in
    started) pids="$pids $pid" ;;
    ended)
      left=
      for other in $pids; do [ "$other" = "$pid" ] || left="$left $other"; done
      pids=$left ;;
  esac
done
[ -z "$pids" ] || kill -KILL $pids
