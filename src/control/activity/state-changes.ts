import { keyRecords } from '../../engine/idempotency/key-record.ts';
import type { RecordChange } from '../../engine/sandbox/change-watch.ts';
import { events } from '../../engine/sandbox/event.ts';
import { states } from '../../engine/sandbox/sandbox-state.ts';
import { messages } from '../../engine/webhooks/delivery.ts';

/** What to read again. */
export interface StateChange {
  /** After a reset or an import, nothing of before is valid. */
  readonly reason: 'changed' | 'reset' | 'import';
  /** The collections concerned; all of them after a reset or an import, when the list is empty. */
  readonly collections: readonly string[];
  readonly changes: readonly RecordChangeNews[];
  /** Whether more records changed than are listed. */
  readonly truncated: boolean;
}

interface RecordChangeNews {
  readonly collection: string;
  readonly id: string;
  readonly change: ChangeKind;
}

type ChangeKind = 'created' | 'changed' | 'deleted';

/** Collects the changes of several transactions: each record is listed once. */
interface StateChanges {
  readonly add: (change: RecordChange) => void;
  /** Undefined if nothing has changed since the last call. */
  readonly take: () => StateChange | undefined;
}

/** Maximum number of records listed in one message; beyond it a reader reads the collections again. */
export const MOST_LISTED = 200;

/** Collections that no screen shows, or that other kinds of activity cover. */
const UNLISTED = new Set([keyRecords.name, events.name, messages.name, states.name]);

export const createStateChanges = (): StateChanges => {
  let byCollection = new Map<string, Map<string, ChangeKind>>();
  let count = 0;

  return {
    add: ({ collection, id, before, after }) => {
      if (UNLISTED.has(collection)) return;
      let own = byCollection.get(collection);
      if (own === undefined) byCollection.set(collection, (own = new Map<string, ChangeKind>()));
      const known = own.get(id);
      const change = before === undefined ? 'created' : after === undefined ? 'deleted' : 'changed';
      if (known === undefined) {
        own.set(id, change);
        count++;
        return;
      }
      const merged = merge(known, change);
      if (merged !== undefined) own.set(id, merged);
      else if (own.delete(id)) count--;
    },
    take: () => {
      if (count === 0) return undefined;
      const changes: RecordChangeNews[] = [];
      for (const [collection, own] of byCollection)
        for (const [id, change] of own) if (changes.length < MOST_LISTED) changes.push({ collection, id, change });
      const collections = [...byCollection].filter(([, own]) => own.size > 0).map(([name]) => name);
      const taken: StateChange = { reason: 'changed', collections, changes, truncated: count > MOST_LISTED };
      byCollection = new Map();
      count = 0;
      return taken;
    },
  };
};

/** Undefined for a record that was created and deleted again. */
const merge = (known: ChangeKind, next: ChangeKind): ChangeKind | undefined => {
  if (known === 'created') return next === 'deleted' ? undefined : 'created';
  // Deleted and created again under the same id.
  return known === 'deleted' ? 'changed' : next;
};
