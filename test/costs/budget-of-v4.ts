// The budget of docs/architecture.md, for every route of API v4 that the examples of its description call.

/**
 * A second statement needs what the repository finds, such as the users who uploaded files, or what texts name: issues,
 * labels and milestones.
 */
const readsOfTwo = [
  "GET getLatestProjectPipeline",
  "GET listIssuesClosedByProjectMergeRequest",
  "GET listProjectUploads",
  ...["Issue", "MergeRequest"].flatMap((type) => [
    ...["Label", "Milestone"].map((kind) => `GET listProject${type}Resource${kind}Events`),
    ...["Label", "Milestone"].map((kind) => `GET getProject${type}Resource${kind}Event`),
  ]),
];

type RoundTrips = ReadonlyMap<string, number>;

/** A budget for fewer would hold for a story that ends early. */
const FEWEST = 100;

/** Reads that take more than one round trip, and more than two. @param most by method and name of the operation */
export const readsOverBudget = (most: RoundTrips) =>
  overBudget(
    most,
    (method) => method === "GET",
    (name) => (readsOfTwo.includes(name) ? 2 : 1),
  );

/** Writes that take more than three. @param most by method and name of the operation */
export const writesOverBudget = (most: RoundTrips) =>
  overBudget(
    most,
    (method) => method !== "GET",
    () => 3,
  );

function overBudget(most: RoundTrips, isMeant: (method?: string) => boolean, budget: (name: string) => number) {
  const meant = [...most].filter(([name]) => isMeant(name.split(" ")[0]));
  if (meant.length <= FEWEST) throw new Error(`Only ${meant.length} operations were measured.`);
  return meant.filter(([name, roundTrips]) => !(roundTrips <= budget(name)));
}
