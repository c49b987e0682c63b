import { setTimeout as sleep } from 'node:timers/promises';
import { type StreamedMessage, listenToStream } from '../../support/listen-to-stream.ts';

export interface FollowedStream {
  /** All messages of all connections. */
  readonly messages: () => readonly StreamedMessage[];
  /** How often the stream was opened. */
  readonly connections: () => number;
  readonly leave: () => Promise<void>;
}

const PAUSE = 100;

/** Follows a stream as a browser does: again with the id of the last message, when the connection ends. */
export const followStream = (url: string): FollowedStream => {
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
    connections: () => connections,
    leave: async () => {
      isOver = true;
      leave();
      await following;
    },
  };
};
