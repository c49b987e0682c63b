import type { StreamedKind } from '../../generated/control-schemas.ts';
import type { RingLimits } from '../../engine/journal/ring.ts';
import { tooManyStreams } from '../../engine/problems/refusals.ts';
import { createTextStream, writeEvent } from '../../kernel/event-stream.ts';
import type { LeavePlace, Places } from '../../kernel/places.ts';
import type { After, Timer } from '../../kernel/timers.ts';
import { whenAborted } from '../../kernel/wait-until.ts';
import { type ActivityChannel, type ActivitySources, openChannel } from './activity-channel.ts';

/** Streams the activity in an organization's sandbox as server-sent events. */
export type FollowActivity = ReturnType<typeof createFollowActivity>;

const USUAL_KINDS: readonly StreamedKind[] = ['exchange', 'event'];

interface StreamLimits {
  /** Messages and characters of one sandbox. */
  readonly own: RingLimits;
  /** Characters of all sandboxes together. */
  readonly allSize: number;
}

const MEBIBYTE = 1_048_576;

/** Some seconds of the heaviest traffic, hours of a person's. */
export const STREAM_LIMITS: StreamLimits = { own: { items: 5000, weight: 2 * MEBIBYTE }, allSize: 16 * MEBIBYTE };

/** Milliseconds for which a channel without readers goes on recording, for those that come again. */
const LINGERING = 30_000;

/** The channel of a sandbox with readers, or with readers that may come again. */
interface OpenChannel {
  readonly channel: ActivityChannel;
  readers: number;
  closing: Timer | undefined;
}

export const createFollowActivity = (
  parts: ActivitySources & {
    /** Begins the ids of this process, and of no other one. */
    readonly prefix: string;
    readonly limits: StreamLimits;
    readonly places: { readonly streams: Places; readonly visitorStreams: Places };
  },
) => {
  const { clock, prefix, after, limits, places } = parts;
  const opened = new Map<string, OpenChannel>();
  let openings = 0;

  /** Shortens the largest log first, so that one busy sandbox does not cost the others their messages. */
  const makeRoom = (): void => {
    const logs = [...opened.values()].map(({ channel }) => channel.log);
    let size = logs.reduce((sum, log) => sum + log.size(), 0);
    while (size > limits.allSize)
      size -= logs.reduce((one, other) => (other.size() > one.size() ? other : one)).shorten();
  };

  const close = (key: string, one: OpenChannel): void => {
    one.closing?.cancel();
    one.channel.close();
    if (opened.get(key) === one) opened.delete(key);
  };

  const open = (organization: string | undefined): OpenChannel => {
    const key = organization ?? '';
    const name = `${prefix}${clock.now().toString(36)}${(openings++).toString(36)}`;
    const channel = openChannel(organization, parts, { name, limits: limits.own });
    const one: OpenChannel = { channel, readers: 0, closing: undefined };
    opened.set(key, one);
    channel.listen((news) => {
      if (news === 'written') makeRoom();
      else close(key, one);
    });
    return one;
  };

  const takePlace = (organization: string | undefined, isVisitor: boolean): LeavePlace => {
    const [streams, name] = isVisitor
      ? ([places.visitorStreams, 'visitor-streams'] as const)
      : ([places.streams, 'streams'] as const);
    const leave = streams.take(organization ?? '');
    if (leave === undefined) throw tooManyStreams(name, streams.limit);
    return leave;
  };

  return (
    organization: string | undefined,
    {
      kinds = USUAL_KINDS,
      isVisitor = false,
      ...request
    }: Pick<ReaderParts, 'lastEventId' | 'until'> & {
      readonly kinds?: readonly StreamedKind[] | undefined;
      /** Visitors of a sandbox take no places from its programs and their consoles. */
      readonly isVisitor?: boolean | undefined;
    },
  ): AsyncIterable<string> => {
    const key = organization ?? '';
    // What comes after the response is news, and what comes before it is not.
    const leavePlace = takePlace(organization, isVisitor);
    const one = opened.get(key) ?? open(organization);
    one.closing?.cancel();
    one.closing = undefined;
    one.readers++;
    const ended = (): void => {
      leavePlace();
      one.readers--;
      if (one.readers > 0 || opened.get(key) !== one) return;
      one.closing = after(LINGERING, () => {
        close(key, one);
      });
    };
    return readActivity(one.channel, { ...request, kinds: new Set([...kinds].sort()), after, ended });
  };
};

/** Reconnection delay for browsers, in milliseconds. */
const RETRY = 2000;

interface ReaderParts {
  readonly kinds: ReadonlySet<StreamedKind>;
  /** Id of the last message that the reader received; undefined for a new reader. */
  readonly lastEventId: string | undefined;
  /** Ends the stream when it aborts. */
  readonly until?: AbortSignal | undefined;
  readonly after: After;
  readonly ended: () => void;
}

/**
 * The messages of some kinds as server-sent events. A reader is a position in the log: it holds no messages, and one that
 * has fallen behind the oldest message is disconnected.
 */
export const readActivity = (
  channel: ActivityChannel,
  { kinds, lastEventId, until, after, ended }: ReaderParts,
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
