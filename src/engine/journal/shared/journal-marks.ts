import type { LiveState } from '../../sandbox/live-state.ts';
import { getOrInsert } from '../../../kernel/get-or-insert.ts';
import type { Positions } from './positions.ts';

/**
 * How far each process has recorded an organization, as of the last commit to its sandbox. The records themselves are
 * written behind; whoever reads waits for those that belong to what the sandbox contains. Positions travel along, so that
 * an exchange gets a later one than all that its sandbox has seen, whatever the clocks of the processes say.
 */
export interface JournalMarks extends LiveState {
  readonly note: (organization: string, number: number) => void;
  /** The number of the last record of each process, by its origin. */
  readonly of: (organization: string) => ReadonlyMap<string, number>;
}

/** Origins remembered for an organization: more than processes run at a time. */
const MOST_ORIGINS = 20;

interface Marks {
  revision: number;
  readonly numbers: Map<string, number>;
}

interface Captured {
  readonly position: number;
  readonly numbers: Readonly<Record<string, number>>;
}

export const createJournalMarks = (origin: string, positions: Positions): JournalMarks => {
  const all = new Map<string, Marks>();
  const marksOf = (organization: string): Marks =>
    getOrInsert(all, organization, () => ({ revision: 0, numbers: new Map() }));

  /** The latest ones last. */
  const set = ({ numbers }: Marks, of: string, number: number): void => {
    const latest = Math.max(number, numbers.get(of) ?? 0);
    numbers.delete(of);
    numbers.set(of, latest);
    for (const oldest of numbers.keys()) {
      if (numbers.size <= MOST_ORIGINS) return;
      numbers.delete(oldest);
    }
  };

  return {
    name: 'journal',
    note: (organization, number) => {
      const marks = marksOf(organization);
      marks.revision = number;
      set(marks, origin, number);
    },
    of: (organization) => all.get(organization)?.numbers ?? new Map<string, number>(),
    revision: ({ uuid }) => all.get(uuid)?.revision ?? 0,
    capture: ({ uuid }): Captured | undefined => {
      const marks = all.get(uuid);
      return marks && { position: positions.last(), numbers: Object.fromEntries(marks.numbers) };
    },
    restore: ({ uuid }, captured) => {
      if (captured === undefined) return;
      const { position, numbers } = captured as Captured;
      positions.witness(position);
      const marks = marksOf(uuid);
      for (const [of, number] of Object.entries(numbers)) set(marks, of, number);
    },
  };
};
