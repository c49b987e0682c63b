import type { Store } from '../../engine/sandbox/store.ts';
import { getOrInsert } from '../../kernel/get-or-insert.ts';
import type { RestorePointStore } from './restore-point.ts';

export interface StoredRestorePointsParts {
  readonly store: Pick<Store, 'transact' | 'read' | 'clear'>;
  readonly undoObserved: (organization: string, moment: number) => void;
}

/** A name that no sandbox can have. */
const partitionOf = (sandbox: string): string => `$show/${sandbox}`;

const namesOf = (id: string): readonly [state: string, beside: string] => [`${id}/state`, `${id}/beside`];

/** Keeps restore points beside the sandboxes, for every process that uses the store. */
export const createStoredRestorePoints = (parts: StoredRestorePointsParts): RestorePointStore => {
  const { store, undoObserved } = parts;
  /** Removed with the next point of their sandbox. */
  const dropped = new Map<string, string[]>();
  return {
    isInMemory: false,
    put: async ({ sandbox }, id, { state, beside, observed }) => {
      const [stateName, besideName] = namesOf(id);
      const moment = Buffer.from(String(observed.moment ?? 0).padEnd(MOMENT_BYTES));
      const gone = dropped.get(sandbox) ?? [];
      dropped.delete(sandbox);
      await store.transact(partitionOf(sandbox), (transaction) => {
        for (const name of gone.flatMap(namesOf)) transaction.removeContent(name);
        transaction.putContent(stateName, state);
        transaction.putContent(besideName, Buffer.concat([moment, beside]));
      });
      return { id, bytes: state.byteLength + beside.byteLength };
    },
    read: async ({ sandbox, uuid }, { id }) => {
      const [state, second] = await store.read(partitionOf(sandbox), async (reader) => {
        const [stateName, besideName] = namesOf(id);
        return [await reader.content(stateName), await reader.content(besideName)] as const;
      });
      if (state === undefined || second === undefined) return undefined;
      const moment = Number(Buffer.from(second.subarray(0, MOMENT_BYTES)).toString());
      const restore = (): void => {
        undoObserved(uuid, moment);
      };
      return { state, beside: second.subarray(MOMENT_BYTES), observed: { restore, moment } };
    },
    drop: (sandbox, { id }) => {
      getOrInsert(dropped, sandbox, () => []).push(id);
    },
    clear: async (sandbox) => {
      dropped.delete(sandbox);
      await store.clear(partitionOf(sandbox));
    },
  };
};

/** Digits of the moment before the rest. */
const MOMENT_BYTES = 20;
