// What the data of a project or of a group take up.

/** In bytes. There is no LFS, and builds leave nothing here: all there is are repositories. */
export const presentSizes = (repositorySize: number) => ({
  storage_size: repositorySize,
  repository_size: repositorySize,
  lfs_objects_size: 0,
  build_artifacts_size: 0,
});
