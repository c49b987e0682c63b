import type { After } from '../../kernel/timers.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Activity } from './activity.ts';
import {
  type ActivityChannel,
  type ActivitySink,
  type ActivitySource,
  createActivityChannel,
} from './activity-channel.ts';
import { type ActivityLog, type LogLimits, createActivityLog } from './activity-log.ts';

/** The channels in use, by organization. */
export interface ActivityChannels {
  /** Opens the channel if it is closed. `leave` must be called once. */
  readonly enter: (organization: string | undefined) => {
    readonly channel: ActivityChannel;
    readonly leave: () => void;
  };
}

interface ActivityChannelsParts {
  readonly connect: (organization: string | undefined, sink: ActivitySink) => ActivitySource;
  readonly show: (activity: Activity) => string;
  readonly clock: Clock;
  /** Begins the ids of this process, and of no other one. */
  readonly prefix: string;
  readonly after: After;
  readonly limits?: ChannelLimits;
}

interface ChannelLimits {
  /** Limits of one sandbox. */
  readonly own: LogLimits;
  /** Characters of all sandboxes together. */
  readonly allSize: number;
}

const MEBIBYTE = 1_048_576;

/** Some seconds of the heaviest traffic, hours of a person's. */
export const CHANNEL_LIMITS: ChannelLimits = { own: { messages: 5000, size: 2 * MEBIBYTE }, allSize: 16 * MEBIBYTE };

/** Milliseconds for which a channel without readers goes on recording, for those that come again. */
const LINGERING = 30_000;

interface Opened {
  readonly channel: ActivityChannel;
  readers: number;
  closing: { readonly cancel: () => void } | undefined;
}

export const createActivityChannels = (parts: ActivityChannelsParts): ActivityChannels => {
  const { connect, show, clock, prefix, after, limits = CHANNEL_LIMITS } = parts;
  const opened = new Map<string, Opened>();
  let openings = 0;

  /** Shortens the largest log first, so that one busy sandbox does not cost the others their messages. */
  const makeRoom = (): void => {
    const logs = [...opened.values()].map(({ channel }) => channel.log);
    let size = logs.reduce((sum, log) => sum + log.size(), 0);
    while (size > limits.allSize) {
      const largest = logs.reduce((one, other) => (other.size() > one.size() ? other : one));
      size -= shorten(largest);
    }
  };

  const open = (organization: string | undefined): Opened => {
    const key = organization ?? '';
    const name = `${prefix}${clock.now().toString(36)}${(openings++).toString(36)}`;
    const channel = createActivityChannel({
      log: createActivityLog(name, limits.own),
      connect: (sink) => connect(organization, sink),
      show,
      after,
    });
    const one: Opened = { channel, readers: 0, closing: undefined };
    opened.set(key, one);
    channel.listen((news) => {
      if (news === 'written') makeRoom();
      else close(key, one);
    });
    return one;
  };

  const close = (key: string, one: Opened): void => {
    one.closing?.cancel();
    one.channel.close();
    if (opened.get(key) === one) opened.delete(key);
  };

  return {
    enter: (organization) => {
      const key = organization ?? '';
      const one = opened.get(key) ?? open(organization);
      one.closing?.cancel();
      one.closing = undefined;
      one.readers++;
      return {
        channel: one.channel,
        leave: () => {
          one.readers--;
          if (one.readers > 0 || opened.get(key) !== one) return;
          one.closing = after(LINGERING, () => {
            close(key, one);
          });
        },
      };
    },
  };
};

/** By a tenth, at least by one message. Returns the difference. */
const shorten = (log: ActivityLog): number => {
  const before = log.size();
  do log.dropOldest();
  while (log.size() > before * 0.9);
  return before - log.size();
};
