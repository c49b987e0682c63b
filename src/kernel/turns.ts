/** Runs work one after the other, in the order of the calls, whether or not earlier work failed. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** For work that waits for no other. */
export const atOnce: InTurn = (work) => work();

/** Work must not wait for other work of the same turns. */
export const createTurns = (): InTurn => {
  let turn: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = turn.then(work, work);
    turn = result.catch(() => undefined);
    return result;
  };
};
