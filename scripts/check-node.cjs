// Runs before every script in this folder, in JavaScript that any Node understands: on an old Node the scripts themselves
// would only end in a syntax error or a "bad option".
var version = process.versions.node.split(".").map(Number);

if (version[0] < 22 || (version[0] === 22 && version[1] < 12)) {
  console.error(`Tributary needs Node 22.12 or newer to run its scripts, and this is Node ${process.versions.node}.`);
  process.exit(1);
}
