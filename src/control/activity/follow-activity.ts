import type { StreamedKind } from '../../generated/control-schemas.ts';
import type { Redactor } from '../../engine/journal/redactor.ts';
import type { RingLimits } from '../../engine/journal/ring.ts';
import type { Clock } from '../../kernel/clock.ts';
import { stringifyJson } from '../../kernel/json.ts';
import { tooManyStreams } from '../../engine/problems/refusals.ts';
import type { LeavePlace, Places } from '../../kernel/places.ts';
import type { After } from '../../kernel/timers.ts';
import type { Activity } from './activity-changes.ts';
import {
  type ActivityChannel,
  type ActivitySink,
  type ActivitySource,
  createActivityChannel,
  createActivityReader,
} from './activity-channel.ts';

/** Streams the activity in an organization's sandbox as server-sent events. */
export type FollowActivity = (
  organization: string | undefined,
  request: {
    readonly kinds?: readonly StreamedKind[] | undefined;
    /** Id of the last message that the listener received; undefined for a new listener. */
    readonly lastEventId: string | undefined;
    /** Ends the stream when it aborts. */
    readonly until?: AbortSignal | undefined;
    /** Visitors of a sandbox take no places from its programs and their consoles. */
    readonly isVisitor?: boolean | undefined;
  },
) => AsyncIterable<string>;

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
  closing: { readonly cancel: () => void } | undefined;
}

export const createFollowActivity = (parts: {
  readonly connect: (organization: string | undefined, sink: ActivitySink) => ActivitySource;
  readonly redactor: Pick<Redactor, 'summarize' | 'showEvent'>;
  readonly clock: Clock;
  /** Begins the ids of this process, and of no other one. */
  readonly prefix: string;
  readonly after: After;
  readonly limits: StreamLimits;
  readonly places: { readonly streams: Places; readonly visitorStreams: Places };
}): FollowActivity => {
  const { connect, redactor, clock, prefix, after, limits, places } = parts;
  const opened = new Map<string, OpenChannel>();
  let openings = 0;

  /** The data of a message as JSON, without credentials. */
  const show = (activity: Activity): string => {
    switch (activity.kind) {
      case 'exchange':
        return stringifyJson(redactor.summarize(activity.entry));
      case 'event':
        return stringifyJson(redactor.showEvent(activity.event));
      case 'forgotten':
        return '{}';
      default:
        return stringifyJson(activity.data);
    }
  };

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
    const channel = createActivityChannel({
      name,
      limits: limits.own,
      connect: (sink) => connect(organization, sink),
      show,
      after,
    });
    const one: OpenChannel = { channel, readers: 0, closing: undefined };
    opened.set(key, one);
    channel.listen((news) => {
      if (news === 'written') makeRoom();
      else close(key, one);
    });
    return one;
  };

  /** Opens the channel if it is closed. `leave` must be called once. */
  const enter = (organization: string | undefined) => {
    const key = organization ?? '';
    const one = opened.get(key) ?? open(organization);
    one.closing?.cancel();
    one.closing = undefined;
    one.readers++;
    const leave = (): void => {
      one.readers--;
      if (one.readers > 0 || opened.get(key) !== one) return;
      one.closing = after(LINGERING, () => {
        close(key, one);
      });
    };
    return { channel: one.channel, leave };
  };

  const takePlace = (organization: string | undefined, isVisitor: boolean): LeavePlace => {
    const [streams, name] = isVisitor
      ? ([places.visitorStreams, 'visitor-streams'] as const)
      : ([places.streams, 'streams'] as const);
    const leave = streams.take(organization ?? '');
    if (leave === undefined) throw tooManyStreams(name, streams.limit);
    return leave;
  };

  return (organization, { kinds = USUAL_KINDS, lastEventId, until, isVisitor = false }) => {
    // What comes after the response is news, and what comes before it is not.
    const leavePlace = takePlace(organization, isVisitor);
    const { channel, leave } = enter(organization);
    return createActivityReader(channel, {
      kinds: new Set([...kinds].sort()),
      lastEventId,
      until,
      after,
      ended: () => {
        leave();
        leavePlace();
      },
    });
  };
};
