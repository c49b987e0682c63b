/** What several servers use at once, such as the list of sandboxes, is under a name that no sandbox can have. */
export const isCommon = (partition: string): boolean => partition.startsWith('$') && !partition.includes('/');

/** Is rolled back as soon as it has been read (`dumpOfScratch`). */
export const isScratch = (partition: string): boolean => /^\$(?:beginning|refill)\//.test(partition);

/** The sandbox whose home has a partition: `demo` has `demo`, `$snapshots/demo` and `$show/demo`. */
export const homeOf = (partition: string): string =>
  partition.startsWith('$') ? partition.slice(partition.indexOf('/') + 1) : partition;
