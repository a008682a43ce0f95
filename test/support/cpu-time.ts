// Measures CPU time, which does not depend on the machine's other load.

/** CPU time of this process in milliseconds. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
