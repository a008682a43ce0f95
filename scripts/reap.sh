# Ends processes whose parent has died without ending them, as after SIGKILL: keeps the process ids of the lines `started
# PID` and `ended PID` on stdin, and kills them when it closes, which only their parent holds open. Removes the folder $1.

trap '' INT TERM HUP QUIT
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
[ -z "$1" ] || rm -rf "$1"
