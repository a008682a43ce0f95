// Between which projects and branches a new merge request is proposed: pure.
import type { PlaceRow } from "../../db/queries/merge-requests/places.ts";

/** What the query or the form names; undefined where it names nothing. */
export interface NamedPlaces {
  readonly sourceId: string | undefined;
  readonly targetId: string | undefined;
}

export interface ChosenPlaces {
  /** Not empty. */
  readonly sources: readonly PlaceRow[];
  readonly targets: readonly PlaceRow[];
  readonly source: PlaceRow;
  readonly target: PlaceRow;
}

/**
 * By default from the project, or from the viewer's first fork of it, to the project's parent, or to the project.
 * Null if the viewer may propose nothing.
 */
export function choosePlaces(places: readonly PlaceRow[], { sourceId, targetId }: NamedPlaces): ChosenPlaces | null {
  const sources = places.filter(({ role, is_source }) => role !== "parent" && is_source === 1);
  const targets = places.filter(({ role, is_target }) => role !== "fork" && is_target === 1);
  const source = named(sources, sourceId) ?? sources[0];
  if (source === undefined) return null;
  const usual = source.role === "own" ? targets.at(-1) : targets[0];
  const target = named(targets, targetId) ?? usual;
  return target === undefined ? null : { sources, targets, source, target };
}

const named = (places: readonly PlaceRow[], id: string | undefined): PlaceRow | undefined =>
  places.find((place) => String(place.id) === id);

/** `Add-search_field` -> `Add search field`: the title for a branch without commits of its own. */
export function titleOfBranch(branch: string): string {
  const words = branch.replaceAll(/[-_/]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
