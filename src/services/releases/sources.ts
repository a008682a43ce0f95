// The archives of a release's source.
const formats = ["zip", "tar.gz", "tar"] as const;

/** At API v4. @param baseUrl `https://host` */
export const releaseSources = (baseUrl: string, projectId: number, tag: string) =>
  formats.map((format) => ({
    format,
    url: `${baseUrl}/api/v4/projects/${projectId}/repository/archive.${format}?sha=${encodeURIComponent(tag)}`,
  }));
