# `npm run verify`: all that needs no server. Types and rules are checked side by side, since each keeps one core busy, and
# what is written by scripts beside them, so that neither core is idle in the end. The output of all but the rules is
# printed at the end.

PATH=$PWD/node_modules/.bin:$PATH
# To save CPU: the compiler ends (at 1.5 GB) before collecting garbage pays, and Node keeps the modules that it has
# compiled.
export GOGC=off GOMEMLIMIT=2GiB NODE_COMPILE_CACHE="$PWD/dist/compile-cache"
output=$(mktemp -d) || exit 1
# A shell that a signal kills does not run what is trapped at EXIT.
trap 'rm -rf "$output"' EXIT
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
    script openapi/lint.ts
}

# Files that are committed and that scripts write.
written() {
  script third-party.ts --check && script docs-permissions.ts --check
}

types >"$output/types" 2>&1 &
types=$!
written >"$output/written" 2>&1 &
written=$!
rules
status=$?
wait "$types" || status=1
wait "$written" || status=1
cat "$output/types" "$output/written"
exit "$status"
