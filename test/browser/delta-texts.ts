// An ordinary project: water levels of a river's delta.
import type { Texts } from "./texts.ts";

const gauge = `// Water levels as the gauges report them, in centimetres above the datum.
export interface Reading {
  readonly gauge: string;
  readonly level: number;
  readonly time: Date;
}

const FEET = 30.48;

export function parseReading(line: string): Reading {
  const [gauge = "", level = "", time = ""] = line.split(",");
  return { gauge, level: toCentimetres(level), time: new Date(time) };
}

/** Old gauges report feet. */
function toCentimetres(level: string): number {
  const value = Number.parseFloat(level);
  return level.endsWith("ft") ? value * FEET : value;
}

export function mean(readings: readonly Reading[]): number {
  const total = readings.reduce((sum, { level }) => sum + level, 0);
  return total / readings.length;
}
`;

const smoothed = gauge
  .replace(
    "const FEET = 30.48;\n",
    "const FEET = 30.48;\n/** Readings on each side that a smoothed one takes part of. */\nconst SPAN = 2;\n",
  )
  .replace(
    "  return total / readings.length;\n}\n",
    `  return readings.length === 0 ? Number.NaN : total / readings.length;
}

/** Replaces each level by the mean of its neighbours: waves of passing ships are no flood. */
export function smooth(readings: readonly Reading[]): Reading[] {
  return readings.map((reading, at) => ({
    ...reading,
    level: mean(readings.slice(Math.max(0, at - SPAN), at + SPAN + 1)),
  }));
}
`,
  );

const readme = `# Delta

Water levels of the delta, hour by hour, and a forecast for the next two days.

| gauge   | river    | datum  |
| ------- | -------- | ------ |
| Norwood | Sand     | 1.2 m  |
| Quay    | Tributary | 0.4 m |

\`\`\`ts
import { mean, parseReading } from "./src/gauge.ts";

console.log(mean(lines.map(parseReading)));
\`\`\`

- [x] read the gauges
- [ ] warn of floods (#1)
`;

export const deltaTexts: Texts = {
  people: [
    { username: "ada", name: "Ada Waters", profile: { bio: "Keeps the gauges honest.", location: "Norwood" } },
    { username: "grace", name: "Grace Banks", profile: { website_url: "https://banks.example.com" } },
  ],
  group: { path: "rivers", name: "Rivers", description: "Everything that flows." },
  project: { path: "delta", name: "Delta", description: "Water levels of the delta, hour by hour" },
  labels: [
    { name: "bug", color: "#d9534f", description: "Something is wrong" },
    { name: "forecast", color: "#428bca", description: "" },
    { name: "good first issue", color: "#5cb85c", description: "" },
  ],
  milestone: { title: "Spring tide", description: "Before the **snow melts**." },
  commits: [
    { message: "Read the gauges", files: { "README.md": readme, "src/gauge.ts": gauge, LICENSE: "MIT\n" } },
    {
      message: "Forecast two days\n\nThe tide tables are those of the harbour office.",
      files: {
        "src/forecast.py": "def forecast(levels):\n    return levels[-1]\n",
        "data/tides.csv": "hour,cm\n0,112\n6,318\n",
      },
    },
    { message: "Move the datum of Norwood", files: { "data/datum.csv": "gauge,m\nNorwood,1.2\nQuay,0.4\n" } },
  ],
  file: "src/gauge.ts",
  folder: "src",
  commitComment: "Is this the datum of 1998?",
  tag: { name: "v1.0", message: "The first flood season", release: "Reads all **nine** gauges." },
  issues: [
    {
      title: "Waves of ships look like floods",
      description:
        "When a ship passes Norwood, the level jumps by 40 cm and the warning goes off.\n\n```\n14:02  318 cm\n14:03  361 cm   <- MS Aurora\n14:04  320 cm\n```\n\n- [x] find out which gauges do it\n- [ ] smooth the readings, see `mean` in src/gauge.ts\n",
    },
    { title: "Quay reports feet since Monday", description: "It has been *repaired*." },
    { title: "Draw the forecast as a curve", description: "" },
  ],
  issueNotes: [
    "It is Norwood and Quay. The others stand behind the harbour wall.",
    "Five readings are enough: a wave passes within **two minutes**. I will try it.",
  ],
  open: {
    title: "Smooth the readings",
    description: "Takes the mean of five readings, so that a passing ship is no flood.\n\nCloses #1",
    branch: "smooth-readings",
    message: "Smooth the readings",
    files: {
      "src/gauge.ts": smoothed,
      "test/gauge.test.ts":
        'import { smooth } from "../src/gauge.ts";\n\ntest("a wave is no flood", () => {\n  expect(smooth(wave).every(({ level }) => level < 350)).toBe(true);\n});\n',
    },
    discussions: ["Why five readings?", "What becomes of a gap in the data?"],
    reply: "A wave takes two minutes, a flood does not.",
  },
  conflicting: {
    title: "Use the national datum",
    description: "",
    branch: "national-datum",
    message: "Use the national datum",
    files: { "data/datum.csv": "gauge,m\nNorwood,1.31\nQuay,0.52\n" },
  },
  merged: {
    title: "Forecast with the tide",
    description: "The mean of the tides, until there is something better.",
    branch: "tide",
    message: "Forecast with the tide",
    files: { "src/forecast.py": "def forecast(levels, tides):\n    return levels[-1] + sum(tides) / len(tides)\n" },
  },
  status: { name: "gauges", description: "9 gauges read", target_url: "https://ci.example.com/1" },
  hook: { path: "/warnings", answer: "thank you" },
};
