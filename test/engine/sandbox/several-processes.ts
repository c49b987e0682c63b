import { createLiveStateCarrier, type LiveState } from '../../../src/engine/sandbox/live-state.ts';
import type { SandboxOwner } from '../../../src/engine/sandbox/sandboxes.ts';
import { runAtOnce } from '../../../src/kernel/time-slices.ts';

export const OWNER: SandboxOwner = { sandbox: 'demo', uuid: 'organization' };

/**
 * Several processes that take turns at one sandbox: each becomes its home and takes over what is stored, works, and stores what
 * it has changed.
 */
export const severalProcesses = <T>(made: readonly T[], liveOf: (one: T) => readonly LiveState[], owner = OWNER) => {
  const rows = new Map<string, string | undefined>();
  const processes = made.map((one) => ({ one, carrier: createLiveStateCarrier({ logs: [], states: liveOf(one) }) }));
  let home: (typeof processes)[number] | undefined;
  let written = 0;

  const become = (index: number) => {
    const process = processes[index % processes.length];
    if (process === undefined) throw new Error('there are no processes');
    if (home !== process)
      runAtOnce(process.carrier.load(owner, { states: [...rows].map(([name, text]) => ({ name, text })), pieces: [] }));
    home = process;
    return process;
  };

  return {
    /** The turn of one of them. */
    on: <R>(index: number, work: (one: T) => R): R => {
      const { one, carrier } = become(index);
      const result = work(one);
      const { states } = carrier.save(owner, true);
      for (const { name, text } of states) rows.set(name, text);
      written = states.length;
      return result;
    },
    /** One of them is the home no more. */
    startOver: (): void => {
      home = undefined;
    },
    /** How many states have been written by the latest turn. */
    written: (): number => written,
  };
};
