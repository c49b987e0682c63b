import type { Store } from '../../engine/sandbox/store.ts';
import { createMemoryGuard } from './memory-guard.ts';
import { MemoryReader } from './memory-reader.ts';
import { type MemoryRoom, createMemoryRoom } from './memory-room.ts';
import { MemoryTransaction } from './memory-transaction.ts';
import { createTurns } from './turns.ts';

/**
 * Keeps everything in this process, and as long as it lives. (Why not SQLite in memory: there a commit costs the more the
 * larger the data, 30 microseconds at 1,000 orders and 110 at 100,000, and a page of documents has to be parsed each
 * time it is read.)
 */
export const createMemoryStore = (checkMemory = createMemoryGuard()): Store => {
  const rooms = new Map<string, MemoryRoom>();
  const turns = createTurns();

  const roomOf = (sandbox: string): MemoryRoom => {
    let room = rooms.get(sandbox);
    if (room === undefined) rooms.set(sandbox, (room = createMemoryRoom()));
    return room;
  };

  return {
    transact: (sandbox, work) =>
      turns.take(sandbox, (turn) => {
        const transaction = new MemoryTransaction(roomOf(sandbox), turn, checkMemory);
        const rollback = (error: unknown): never => {
          transaction.rollback();
          throw error;
        };
        try {
          return work(transaction).catch(rollback);
        } catch (error) {
          return rollback(error);
        }
      }),
    read: (sandbox, work) => turns.take(sandbox, (turn) => work(new MemoryReader(roomOf(sandbox), turn))),
    replace: (sandbox, dump) =>
      turns.take(sandbox, async (turn) => {
        // Made beside the old one, which stays where it is when something does not fit.
        const room = createMemoryRoom();
        await new MemoryTransaction(room, turn, checkMemory).restore(dump);
        rooms.set(sandbox, room);
      }),
    clear: (sandbox) =>
      turns.take(sandbox, () => {
        rooms.delete(sandbox);
        return Promise.resolve();
      }),
    close: async () => {
      await turns.close();
      rooms.clear();
    },
  };
};
