# `npm run verify`: all that needs no server. Types and rules are checked side by side, since each keeps one core busy; the
# output of the first is printed at the end.

PATH=$PWD/node_modules/.bin:$PATH
# To save CPU: the compiler ends (at 1.5 GB) before collecting garbage pays, and Node keeps the modules that it has
# compiled.
export GOGC=off GOMEMLIMIT=2GiB NODE_COMPILE_CACHE="$PWD/dist/compile-cache"
output=$(mktemp) || exit 1
# A shell that a signal kills does not run what is trapped at EXIT.
trap 'rm -f "$output"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# Runs a script as `npm run` does; npm itself takes longer than some of them.
script() {
  node --experimental-strip-types --disable-warning=ExperimentalWarning "scripts/$@"
}

# Types are checked even if the client cannot be built, which may be due to them. One checker does the least work: several
# would each find out the types that they share.
types() {
  script client/generate.ts
  built=$?
  tsc --project test/clients/tributary-client --checkers 1 || return 1
  return "$built"
}

# The lint comes last: it reads the description of the API, which the client is built from.
rules() {
  biome check . &&
    vitest run --config vitest.architecture.ts &&
    script third-party.ts --check &&
    script docs-permissions.ts --check &&
    script openapi/lint.ts
}

types >"$output" 2>&1 &
rules
status=$?
wait $! || status=1
cat "$output"
exit "$status"
