// Short names of browsers, from what they call themselves.

/** The first that occurs names it: most browsers also claim to be older ones. */
const browsers = [
  [/\bEdg/, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bFirefox\//, "Firefox"],
  [/Chrom(e|ium)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
] as const;

const systems = [
  [/\b(iPhone|iPad)\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
] as const;

type Names = readonly (readonly [RegExp, string])[];

/** `Firefox on Linux`. @param userAgent the header of that name */
export function browserName(userAgent: string): string {
  const find = (names: Names) => names.find(([form]) => form.test(userAgent))?.[1];
  const [browser, system] = [find(browsers), find(systems)];
  if (browser === undefined) return userAgent === "" ? "A browser without a name" : userAgent;
  return system === undefined ? browser : `${browser} on ${system}`;
}
