import { createLiveStateCarrier } from '../../../src/engine/sandbox/live-state-carrier.ts';
import type { CapturedState } from '../../../src/engine/sandbox/shared-access.ts';
import type { LiveState } from '../../../src/engine/sandbox/live-state.ts';
import type { SandboxOwner } from '../../../src/engine/sandbox/sandboxes.ts';

export const OWNER: SandboxOwner = { sandbox: 'demo', uuid: 'organization' };

interface Row {
  readonly version: number;
  readonly text: string | undefined;
}

/**
 * Several processes that take turns at one sandbox, as a store does it that they share: each brings in what others have
 * changed, works, and hands over what it has changed.
 */
export const severalProcesses = <T>(made: readonly T[], liveOf: (one: T) => readonly LiveState[], owner = OWNER) => {
  const rows = new Map<string, Row>();
  let version = 0;
  const processes = made.map((one) => ({ one, known: 0, carrier: createLiveStateCarrier(liveOf(one)) }));

  const all = (): CapturedState[] =>
    [...rows].map(([name, { text }]) => ({
      name,
      value: text === undefined ? undefined : (JSON.parse(text) as unknown),
    }));

  const processAt = (index: number) => {
    const found = processes[index % processes.length];
    if (found === undefined) throw new Error('there are no processes');
    return found;
  };

  return {
    /** The turn of one of them. */
    on: <R>(index: number, work: (one: T) => R): R => {
      const process = processAt(index);
      if (process.known < version) process.carrier.restoreAll(owner, all());
      const result = work(process.one);
      const changed = process.carrier.capture(owner);
      if (changed.length > 0) version++;
      for (const { name, value } of changed)
        rows.set(name, { version, text: value === undefined ? undefined : JSON.stringify(value) });
      process.known = version;
      return result;
    },
    /** One of them loses what it knows: it was stopped for too long, or has just started. */
    startOver: (index: number): void => {
      const process = processAt(index);
      process.carrier.restoreAll(owner, all());
      process.known = version;
    },
    /** How many rows have been written by the latest turn. */
    written: (): number => [...rows.values()].filter((row) => row.version === version).length,
  };
};
