// How long something takes whatever else the machine does.

/** Milliseconds of CPU that this process has used. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
