// Which migrations the running Worker may not survive: between migrating and deploying, the old build meets the new tables.

const risks: readonly [pattern: RegExp, risk: string][] = [
  [/\bdrop\s+table\b/i, "drops a table"],
  [/\bdrop\s+column\b/i, "drops a column"],
  [/\brename\s+(?:to|column)\b/i, "renames a table or a column"],
  [/\bcreate\s+unique\s+index\b/i, "makes a column unique"],
];

/** What about a migration breaks an older build; empty for one that only adds. */
export function risksOf(migration: string): string[] {
  const statements = migration.replaceAll(/--.*$/gm, "");
  return risks.filter(([pattern]) => pattern.test(statements)).map(([, risk]) => risk);
}
