// Numbers of issues by state.

export const presentStatistics = (opened: number, closed: number) => ({
  statistics: { counts: { all: opened + closed, closed, opened } },
});
