// Links from a folder or a file to what belongs to it.
import type { Place } from "../../git/operations/browse.ts";
import { projectUrl } from "../paths.ts";
import type { VisitedProject } from "../visit.ts";
import { placeUrl } from "./open-code.ts";

export const HistoryLink = ({ project, place }: { project: VisitedProject; place: Place }) => (
  <a class="button" href={placeUrl(project, "commits", place.revision, place.path)}>
    History
  </a>
);

export const ArchiveLinks = ({ project, revision }: { project: VisitedProject; revision: string }) => (
  <>
    {["zip", "tar.gz"].map((format) => (
      <a href={`${projectUrl(project)}/repository/archive.${format}?${new URLSearchParams({ ref: revision })}`}>
        Download {format}
      </a>
    ))}
  </>
);
