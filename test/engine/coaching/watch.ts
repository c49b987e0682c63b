import type { Detector, Sighting } from '../../../src/engine/coaching/detector.ts';
import { completePolicy } from '../../../src/engine/policy/policy.ts';
import { OWN_FINDINGS } from '../../../src/vat/coaching/detectors.ts';
import type { JournalEntry } from '../../../src/engine/journal/journal-entry.ts';
import { TEST_NOW } from '../../support/test-clock.ts';
import { createEntry } from '../journal/create-entry.ts';

interface Seconds {
  /** When it came, in seconds from the start; the clock of the sandbox goes with the wall's unless it is said. */
  readonly at: number;
  readonly sandboxAt?: number;
  /** How long it took; it ends before the next one begins unless it is said. */
  readonly took?: number;
}

/** An exchange as a detector sees it, with the JSON of its request. */
export type Exchange = Partial<JournalEntry> & Seconds & { readonly json?: unknown };

/** Shows a detector one exchange after the other, and returns what it says of each. */
export const watch = (
  { start }: Pick<Detector, 'start'>,
  exchanges: readonly Exchange[],
): readonly (Sighting | undefined)[] => {
  const look = start();
  return exchanges.map(({ at, sandboxAt = at, took = 0, json, ...more }) =>
    look(
      createEntry({
        receivedAt: TEST_NOW + at * 1000,
        startedAt: at * 1000,
        endedReadingAt: (at + took) * 1000,
        sandbox: { id: 'demo', now: TEST_NOW + sandboxAt * 1000 },
        ...more,
      }),
      json,
    ),
  );
};

/** Those of any API, and those of ours. */
export const { detectors, receiverRules, undetectable } = completePolicy(
  { findings: OWN_FINDINGS },
  { failed: () => undefined },
);

export const detectorOf = (id: string): Detector => {
  const found = detectors.find(({ rule }) => rule.id === id);
  if (found === undefined) throw new Error(`there is no rule ${id}`);
  return found;
};

/** `-` for nothing, `!` for a mistake, `?` for what only looks like one. */
export const marks = (sightings: readonly (Sighting | undefined)[]): string =>
  sightings.map((sighting) => (sighting === undefined ? '-' : sighting.certain ? '!' : '?')).join('');
