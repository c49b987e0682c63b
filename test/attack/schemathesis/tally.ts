import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** What came of the requests of one API. */
export interface Tally {
  /** Answers by the first digit of their status; 0 for no answer. */
  readonly classes: Map<number, number>;
  /** Failures by check and operation. */
  readonly failures: Map<string, number>;
  readonly errors: string[];
}

export const createTally = (): Tally => ({ classes: new Map(), failures: new Map(), errors: [] });

interface Recorder {
  readonly label?: string;
  readonly interactions?: Readonly<Record<string, { readonly response?: { readonly status_code: number } }>>;
  readonly checks?: Readonly<Record<string, readonly { readonly name: string; readonly status: string }[]>>;
}

interface Event {
  readonly ScenarioFinished?: { readonly recorder?: Recorder };
  readonly NonFatalError?: { readonly label?: string; readonly value?: { readonly message?: string } };
  readonly FatalError?: { readonly exception?: { readonly message?: string } };
}

const add = <Key>(counts: Map<Key, number>, key: Key): void => {
  counts.set(key, (counts.get(key) ?? 0) + 1);
};

/** Adds the events that Schemathesis has written, one per line. */
export const countEvents = async (file: string, { classes, failures, errors }: Tally): Promise<void> => {
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const { ScenarioFinished: finished, NonFatalError: failed, FatalError: fatal } = JSON.parse(line) as Event;
    const { label = '', interactions = {}, checks = {} } = finished?.recorder ?? {};
    for (const { response } of Object.values(interactions))
      add(classes, Math.floor((response?.status_code ?? 0) / 100));
    for (const each of Object.values(checks).flat())
      if (each.status === 'failure') add(failures, `${each.name} ${label}`);
    if (failed !== undefined) errors.push(`${failed.label ?? ''}: ${failed.value?.message ?? ''}`);
    if (fatal !== undefined) errors.push(fatal.exception?.message ?? 'fatal error');
  }
};

export const sumOf = (counts: ReadonlyMap<unknown, number>): number =>
  [...counts.values()].reduce((sum, each) => sum + each, 0);

/** `12345 cases, 0 failures, 0 errors; 2xx 41 %, 4xx 59 %` */
export const toLine = ({ classes, failures, errors }: Tally): string => {
  const cases = sumOf(classes);
  const shares = [...classes.entries()]
    .sort(([one], [other]) => one - other)
    .map(([digit, count]) => {
      const name = digit === 0 ? 'no answer' : `${String(digit)}xx`;
      return `${name} ${((100 * count) / cases).toFixed(1)} % (${String(count)})`;
    });
  return `${String(cases)} cases, ${String(sumOf(failures))} failures, ${String(errors.length)} errors; ${shares.join(', ')}`;
};
