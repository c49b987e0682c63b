import type { RecordCollection } from '../../engine/sandbox/collection.ts';
import type { Violation } from '../../kernel/problem.ts';
import type { PathDiagnostic } from '../../kernel/diagnostic.ts';
import type { Pause } from '../../kernel/time-slices.ts';
import { formatPath } from '../../kernel/path.ts';
import { type Has, fault, recordsIn } from './check-records.ts';
import type { StateDocument } from './state-document.ts';

/** What else is in the state of a record. */
export interface Surroundings {
  readonly has: Has;
  readonly hasContent: (id: string) => boolean;
}

/**
 * Checks that the call which creates the records of a collection makes, beyond their schema: an import must not be a way
 * around them.
 */
export interface ContentCheck<T = never> {
  readonly collection: string;
  /** Maximum number of records; none if undefined. */
  readonly most?: number | undefined;
  /** Paths begin at the value of the record. */
  readonly diagnosticsOf?: (
    value: T,
    surroundings: Surroundings,
  ) => readonly PathDiagnostic[] | Promise<readonly PathDiagnostic[]>;
  /** Why the records are not allowed together, as the end of a sentence; undefined if they are. */
  readonly refusalOf?: (values: readonly T[]) => string | undefined;
}

/** A check with the type of the records, whose schema has been checked before. */
export const checkContentsOf = <T>(
  { name }: RecordCollection<T>,
  check: Omit<ContentCheck<T>, 'collection'>,
): ContentCheck => ({ collection: name, ...check });

export type CheckContents = (document: StateDocument) => AsyncGenerator<Violation>;

/** `pauses` let other requests proceed: a state may hold a hundred scenarios. */
export const createContentsCheck = (checks: readonly ContentCheck[], pauses: () => Pause): CheckContents =>
  async function* (document) {
    const pause = pauses();
    const surroundings: Surroundings = {
      has: recordsIn(document),
      hasContent: (id) => Object.hasOwn(document.contents, id),
    };
    for (const { collection, most = Infinity, diagnosticsOf, refusalOf } of checks) {
      const documents = document.collections[collection]?.documents ?? [];
      const place = `collections.${collection}.documents`;
      if (documents.length > most) {
        yield fault(place, `are ${String(documents.length)}, but a sandbox has ${String(most)} of them at most`);
        continue;
      }
      const refusal = refusalOf?.(documents.map(({ value }) => value as never));
      if (refusal !== undefined) yield fault(place, refusal);
      if (diagnosticsOf === undefined) continue;
      for (const [index, { value }] of documents.entries()) {
        const turn = pause();
        if (turn !== undefined) await turn;
        for (const { path, message } of await diagnosticsOf(value as never, surroundings))
          yield fault(`${place}[${String(index)}].${formatPath(['value', ...path])}`, message);
      }
    }
  };
