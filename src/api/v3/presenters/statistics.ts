// Storage statistics of projects and groups.

/** Bytes. Only repositories are stored: there is no LFS, and there are no build artifacts. */
export const presentSizes = (repositorySize: number) => ({
  storage_size: repositorySize,
  repository_size: repositorySize,
  lfs_objects_size: 0,
  build_artifacts_size: 0,
});
