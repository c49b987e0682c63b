import type { Store } from '../../engine/sandbox/store.ts';
import { getOrInsert } from '../../kernel/get-or-insert.ts';
import type { RestorePointStore } from './restore-point.ts';

/** A name that no sandbox can have. */
const partitionOf = (sandbox: string): string => `$show/${sandbox}`;

const namesOf = (id: string): readonly [state: string, beside: string] => [`${id}/state`, `${id}/beside`];

/** Keeps restore points beside the sandboxes, for every process that uses the store. */
export const createStoredRestorePoints = (store: Pick<Store, 'transact' | 'read' | 'clear'>): RestorePointStore => {
  /** Removed with the next point of their sandbox. */
  const dropped = new Map<string, string[]>();
  return {
    isInMemory: false,
    put: async ({ sandbox }, id, { state, beside, position }) => {
      const [stateName, besideName] = namesOf(id);
      const at = Buffer.from(String(position).padEnd(POSITION_BYTES));
      const gone = dropped.get(sandbox) ?? [];
      dropped.delete(sandbox);
      await store.transact(partitionOf(sandbox), (transaction) => {
        for (const name of gone.flatMap(namesOf)) transaction.removeContent(name);
        transaction.putContent(stateName, state);
        transaction.putContent(besideName, Buffer.concat([at, beside]));
      });
      return { id, bytes: state.byteLength + beside.byteLength };
    },
    read: async ({ sandbox }, { id }) => {
      const [state, second] = await store.read(partitionOf(sandbox), async (reader) => {
        const [stateName, besideName] = namesOf(id);
        return [await reader.content(stateName), await reader.content(besideName)] as const;
      });
      if (state === undefined || second === undefined) return undefined;
      const position = Number(Buffer.from(second.subarray(0, POSITION_BYTES)).toString());
      return { state, beside: second.subarray(POSITION_BYTES), position };
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

/** Digits of the position before the rest. */
const POSITION_BYTES = 20;
