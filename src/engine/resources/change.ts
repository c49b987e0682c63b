import type { Contract } from '../contract/contract.ts';
import { type Behaviours, wrapWrites } from '../responders/stateful.ts';
import type { Collection } from '../sandbox/collection.ts';
import { overrideUnitOfWork } from '../sandbox/create-unit-of-work.ts';
import type { UnitOfWork } from '../sandbox/unit-of-work.ts';
import { collectionOf, isGone, type KeptRecord } from './keep-records.ts';
import type { Resource } from './resource.ts';

/** What an operation did to a kept thing. */
export interface ResourceChange {
  readonly resource: Resource;
  readonly operationId: string;
  readonly kind: 'created' | 'updated' | 'deleted' | 'acted';
  /** The thing after the change; of a deleted one, what it was. */
  readonly body: unknown;
}

/**
 * Behaviours whose changes of kept things are told once they have run, whoever made them: the operation as it was inferred, or a
 * user's own behaviour.
 */
export const withChanges = (
  behaviours: Behaviours,
  operations: Contract['operations'],
  resources: readonly Resource[],
  /** Called in the transaction of a change, with the types of events that the operation emitted itself. */
  changed: (work: UnitOfWork, change: ResourceChange, emitted: ReadonlySet<string>) => Promise<void>,
): Behaviours => {
  const kept = new Map(resources.map((resource) => [collectionOf(resource).name, resource]));
  return wrapWrites(behaviours, operations, ({ id }, run) => async (visit) => {
    const watch = watchWork(visit.work, kept);
    const outcome = await run({ ...visit, work: watch.work });
    for (const written of watch.written.values()) {
      const change = toChange(written, id);
      if (change !== undefined) await changed(visit.work, change, watch.emitted);
    }
    return outcome;
  });
};

/** What became of a record; undefined before it was there, and after it was. */
interface Written {
  readonly resource: Resource;
  readonly before: KeptRecord | undefined;
  readonly after: KeptRecord | undefined;
  /** What it was when it last was there. */
  readonly last: KeptRecord | undefined;
}

/** Notes what becomes of each record, from before the work to its end. */
const watchWork = (work: UnitOfWork, kept: ReadonlyMap<string, Resource>) => {
  const written = new Map<string, Written>();
  const emitted = new Set<string>();
  const note = <T>({ name, idOf }: Collection<T>, was: T | undefined, is: T | undefined): void => {
    const resource = kept.get(name);
    if (resource === undefined) return;
    const place = `${name} ${idOf((is ?? was) as T)}`;
    const [before, after] = [was, is] as readonly (KeptRecord | undefined)[];
    const known = written.get(place) ?? { before, last: before };
    written.set(place, { ...known, resource, after, last: after && !isGone(after) ? after : known.last });
  };
  const watched: Partial<UnitOfWork> = {
    insert: (collection, make) => {
      const made = work.insert(collection, make);
      note(collection, undefined, made);
      return made;
    },
    update: (collection, before, after) => {
      note(collection, before, after);
      return work.update(collection, before, after);
    },
    remove: (collection, value) => {
      note(collection, value, undefined);
      work.remove(collection, value);
    },
    emit: (draft) => {
      emitted.add(draft.type);
      return work.emit(draft);
    },
  };
  return { work: overrideUnitOfWork(work, watched), written, emitted };
};

/** Undefined for what was only touched: a thing that never came about, or one that went with what contained it. */
const toChange = ({ resource, before, after, last }: Written, operationId: string): ResourceChange | undefined => {
  const wasThere = before !== undefined && !isGone(before);
  const does = resource.operations.find((operation) => operation.operationId === operationId)?.does;
  // What was only generated can be deleted, too.
  if (after === undefined || (isGone(after) && !wasThere && does !== 'delete')) return undefined;
  if (isGone(after)) return { resource, operationId, kind: 'deleted', body: last?.body };
  // A generated thing that a client changes becomes a kept one, in its second version.
  const isNew = !wasThere && (after.version === 1 || (does !== 'patch' && does !== 'action'));
  const isAct = does === undefined || does === 'action';
  return { resource, operationId, kind: isNew ? 'created' : isAct ? 'acted' : 'updated', body: after.body };
};
