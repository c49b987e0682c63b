// oxlint-disable-next-line vatmock/no-restricted-syntax -- what is compiled is shared by all servers of a process, whatever their clocks
import { setImmediate } from 'node:timers';

/** Objects of schemas that one turn of the event loop compiles: each takes 0.2 ms, and a third of that in the end. */
let most = 40;
let left = most;
let isBounded = false;

/** Works that have to compile more take turns. */
const waiting: (() => void)[] = [];

class TurnIsOver extends Error {}

/** Counts what is compiled: a schema of so many objects. To be called with 0 before. */
export const countCompiled = (objects: number): void => {
  if (isBounded && left <= 0) throw new TurnIsOver();
  left -= objects;
};

/**
 * Runs work without side effects, which may compile schemas. Where a turn of the event loop has compiled enough, the work begins
 * anew in a later one, and finds compiled what it has come to before.
 */
export const compileInTurns = <T>(work: () => T): T | Promise<T> => {
  isBounded = true;
  try {
    return work();
  } catch (error) {
    if (!(error instanceof TurnIsOver)) throw error;
  } finally {
    isBounded = false;
  }
  return new Promise<void>((resume) => {
    if (waiting.push(resume) === 1) setImmediate(turn);
  }).then(() => compileInTurns(work));
};

const turn = (): void => {
  left = most = Math.min(most * 1.05, 120);
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(turn);
};
