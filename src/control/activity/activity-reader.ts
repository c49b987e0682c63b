import { createTextStream, writeEvent } from '../../kernel/event-stream.ts';
import { whenAborted } from '../../kernel/wait-until.ts';
import type { After } from '../../kernel/timers.ts';
import type { ActivityKind } from './activity.ts';
import type { ActivityChannel } from './activity-channel.ts';

interface ActivityReaderOptions {
  readonly kinds: ReadonlySet<ActivityKind>;
  /** Id of the last message that the reader received; undefined for a new reader. */
  readonly lastEventId: string | undefined;
  /** Ends the stream when it aborts. */
  readonly until?: AbortSignal | undefined;
  readonly after: After;
  readonly ended: () => void;
}

/** Reconnection delay for browsers, in milliseconds. */
const RETRY = 2000;

/**
 * The messages of some kinds as server-sent events. A reader is a position in the log: it holds no messages, and one that
 * has fallen behind the oldest message is disconnected.
 */
export const createActivityReader = (
  channel: ActivityChannel,
  { kinds, lastEventId, until, after, ended }: ActivityReaderOptions,
): AsyncIterable<string> => {
  const { log } = channel;
  channel.record(kinds);
  channel.flush();
  const resumed = lastEventId === undefined ? undefined : log.numberIn(lastEventId);
  const isContinued = resumed !== undefined && log.continuesAfter(resumed);
  let position = isContinued ? resumed : log.newest();
  let greeting = isContinued
    ? ''
    : writeEvent({
        event: lastEventId === undefined ? 'listening' : 'gap',
        data: { kinds: [...kinds] },
        id: log.idOf(position),
      });
  let isClosed = false;
  let isOver = false;

  const close = (reason: 'too-slow' | 'ended' | 'signed-out'): string => {
    isOver = true;
    return writeEvent({ event: 'closed', data: { reason } });
  };

  const stream = createTextStream({
    take: () => {
      if (isOver) return undefined;
      if (until?.aborted === true) return close('signed-out');
      const first = greeting;
      greeting = '';
      if (first !== '') return first;
      if (!log.continuesAfter(position)) return close('too-slow');
      const { text, last } = log.read(position, kinds);
      position = last;
      return text === '' && isClosed ? close('ended') : text;
    },
    after,
    ended: () => {
      stop();
      stopWaiting();
      ended();
    },
    retry: RETRY,
  });
  const stop = channel.listen((news) => {
    isClosed ||= news === 'closed';
    stream.wake();
  });
  const stopWaiting = whenAborted(until, stream.wake);
  return stream;
};
