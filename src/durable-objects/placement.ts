// Location hints for the Durable Objects of repositories: near the user who creates the project, or by the settings.

export type LocationHint = "wnam" | "enam" | "sam" | "weur" | "eeur" | "apac" | "oc" | "afr" | "me";
/** The values of REPOSITORY_PLACEMENT, see env.ts. */
export type Placement = LocationHint | "near_creator" | "default";

/** The part of `request.cf` that says where the client is. Coordinates are decimal degrees. */
export interface ClientLocation {
  readonly continent?: string | undefined;
  readonly longitude?: string | undefined;
  readonly latitude?: string | undefined;
}

/** The hint for objects of every project; undefined if they differ or the platform decides. */
export const fixedHint = (placement: Placement): LocationHint | undefined =>
  placement === "near_creator" || placement === "default" ? undefined : placement;

/** The hint for the object of a project that this client creates; undefined if the platform decides. */
export const creatorsHint = (placement: Placement, client: ClientLocation | undefined): LocationHint | undefined =>
  placement === "near_creator" ? nearestHint(client ?? {}) : fixedHint(placement);

/**
 * The nearest location. Continents are those of Cloudflare's geolocation, which counts Turkey and the Caucasus to Asia
 * and all of Russia to Europe. Without coordinates the largest part of a continent decides.
 */
function nearestHint({ continent, longitude, latitude }: ClientLocation): LocationHint | undefined {
  const [east, north] = [Number(longitude ?? Number.NaN), Number(latitude ?? Number.NaN)];
  switch (continent) {
    case "NA":
      return east < -100 ? "wnam" : "enam";
    case "SA":
      return "sam";
    case "EU":
      if (east >= 90) return "apac";
      return east >= 15 ? "eeur" : "weur";
    case "AF":
      // The cables of North Africa lead to Europe and the Middle East.
      if (north > 20) return east < 20 ? "weur" : "me";
      return "afr";
    case "AS":
      if (east < 60) return north > 37 ? "eeur" : "me";
      return "apac";
    case "OC":
      return "oc";
    default:
      return undefined;
  }
}
