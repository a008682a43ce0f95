// Checks the version of Node before every script of this folder, in JavaScript that any Node parses: on an old Node the
// scripts themselves would fail with a syntax error or "bad option".
var version = process.versions.node.split(".").map(Number);

if (version[0] < 22 || (version[0] === 22 && version[1] < 12)) {
  console.error(`Tributary needs Node 22.12 or newer to run its scripts, and this is Node ${process.versions.node}.`);
  process.exit(1);
}
