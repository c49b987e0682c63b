import { setTimeout as sleep } from 'node:timers/promises';
import { type StreamedMessage, listenToStream } from '../../support/listen-to-stream.ts';

export interface FollowedStream {
  /** All messages of all connections. */
  readonly messages: () => readonly StreamedMessage[];
  /** Requests that were read from the journal, as a stream says that it has a gap. */
  readonly read: () => ReadonlySet<string>;
  /** How often the stream was opened. */
  readonly connections: () => number;
  readonly leave: () => Promise<void>;
}

const PAUSE = 100;

/**
 * Follows a stream as the console does: again with the id of the last message, when the connection ends; after a gap, the
 * journal has what the stream does not repeat.
 */
export const followStream = (url: string, readJournal: () => Promise<ReadonlySet<string>>): FollowedStream => {
  const read = new Set<string>();
  const former: StreamedMessage[] = [];
  let present: readonly StreamedMessage[] = [];
  let connections = 0;
  let isOver = false;
  let leave: () => void = () => undefined;

  const follow = async (): Promise<void> => {
    while (!isOver) {
      const last = former.findLast(({ id }) => id !== undefined)?.id;
      const stream = await listenToStream(url, last === undefined ? {} : { 'last-event-id': last }).catch(
        () => undefined,
      );
      if (stream?.status === 200) {
        connections++;
        present = stream.messages;
        leave = stream.leave;
        const [greeting] = await stream.waitFor(1);
        if (greeting?.event === 'gap') for (const id of await readJournal()) read.add(id);
        await stream.ended;
        former.push(...stream.messages);
        present = [];
      }
      await sleep(PAUSE);
    }
  };
  const following = follow();
  return {
    messages: () => [...former, ...present],
    read: () => read,
    connections: () => connections,
    leave: async () => {
      isOver = true;
      leave();
      await following;
    },
  };
};
