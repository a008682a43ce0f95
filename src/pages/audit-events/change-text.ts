// The change that an audit event records, in words.

type Details = Readonly<Record<string, string | number | null>>;

/** Shown in columns of their own, or numbers that names stand for. */
const apart = new Set([
  "add",
  "remove",
  "change",
  "from",
  "to",
  "author_name",
  "target_id",
  "target_type",
  "target_details",
  "entity_path",
  "ip_address",
  "impersonated_by_id",
]);

/** `change visibility level: private → public` @param details of an event, as the API presents them */
export function changeText(details: Details): string {
  const { from, to } = details;
  const verb = ["add", "remove", "change"].find((one) => details[one] !== undefined);
  const subject = verb === undefined ? "" : `${verb} ${inWords(String(details[verb]))}`;
  const values = from === undefined && to === undefined ? "" : `: ${valueText(from)} → ${valueText(to)}`;
  const others = Object.entries(details).filter(([name, value]) => !apart.has(name) && value !== null);
  return [subject + values, ...others.map(([name, value]) => `${inWords(name)} ${value}`)]
    .filter((part) => part !== "")
    .join(", ");
}

const inWords = (name: string): string => name.replaceAll("_", " ");

const valueText = (value: string | number | null | undefined): string => (value == null ? "nothing" : String(value));
