// The server itself.

export const presentVersion = (version: string) => ({ version, revision: "tributary" });

export const presentMetadata = (version: string) => ({
  ...presentVersion(version),
  kas: { enabled: false, externalUrl: null, version: null },
  enterprise: false,
});

export const presentMessage = (message: string) => ({ message });

/** GitLab's response to some requests that succeeded. */
export const presentTrue = () => true as const;
