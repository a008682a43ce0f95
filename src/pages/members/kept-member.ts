// The member whom a group or a project cannot do without. Pure.

interface Place {
  readonly source: { readonly kind: "group" | "project" };
  readonly ownerId: number | null;
}

interface Member {
  readonly id: number;
  readonly access_level: number;
}

/** The owner of a personal project, the last owner of a group; null if there is no such member. @param members all */
export function keptMember({ source, ownerId }: Place, members: readonly Member[]): number | null {
  if (source.kind === "project") return ownerId;
  const [owner, ...others] = members.filter(({ access_level }) => access_level === 50);
  return owner === undefined || others.length > 0 ? null : owner.id;
}
