// Responses that hold no record.

/** GitLab's response to some requests that succeeded. */
export const presentTrue = () => true as const;

/** The number of records that the request changed. */
export const presentCount = (count: number) => count;

export const presentNothing = (): Record<string, never> => ({});

export const presentMessage = (message: string) => ({ message });

/** @param version of GitLab */
export const presentServerVersion = (version: string) => ({ version, revision: "tributary" });
