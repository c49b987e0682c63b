/** Undo steps of a transaction, to be run from the last to the first. */
export type Undo = (() => unknown)[];

export const rollback = (undo: Undo): void => {
  for (const step of undo.reverse()) step();
};
