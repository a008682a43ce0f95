# `npm run verify`: all that needs no server. Types and rules are checked side by side, since each keeps one core busy; the
# output of the first is printed at the end.

PATH=$PWD/node_modules/.bin:$PATH
output=$(mktemp) || exit 1
# A shell that a signal kills does not run what is trapped at EXIT.
trap 'rm -f "$output"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# Types are checked even if the client cannot be built, which may be due to them.
types() {
  npm run --silent build:client
  built=$?
  tsc --project test/clients/tributary-client || return 1
  return "$built"
}

# The lint comes last: it reads the description of the API, which build:client writes.
rules() {
  biome check . &&
    vitest run --config vitest.architecture.ts &&
    npm run --silent third-party -- --check &&
    npm run --silent docs:permissions -- --check &&
    npm run --silent openapi:lint
}

types >"$output" 2>&1 &
rules
status=$?
wait $! || status=1
cat "$output"
exit "$status"
