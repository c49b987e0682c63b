import type { Journal } from '../../engine/journal/journal.ts';
import { createLiveJournal } from '../../engine/journal/live-journal.ts';
import type { Redactor } from '../../engine/journal/redactor.ts';
import { plainProblem } from '../../engine/problems/problem.ts';
import type { After } from '../../kernel/timers.ts';
import type { ActivityKind } from './activity.ts';
import type { ActivityChannels } from './activity-channels.ts';
import { createActivityReader } from './activity-reader.ts';

/** Streams the activity in an organization's sandbox as server-sent events. */
export type FollowActivity = (
  organization: string | undefined,
  request: StreamRequest,
) => Promise<AsyncIterable<string>>;

export interface StreamRequest {
  /** Undefined for the journal: exchanges with their places as ids, and events. */
  readonly kinds: readonly ActivityKind[] | undefined;
  /** Id of the last message that the listener received; undefined for a new listener. */
  readonly lastEventId: string | undefined;
  /** Ends the stream when it aborts. */
  readonly until?: AbortSignal | undefined;
  /** Visitors of a sandbox take no places from its programs and their consoles. */
  readonly isVisitor?: boolean | undefined;
}

export interface FollowActivityParts {
  readonly journal: Pick<Journal, 'of' | 'catchUp'>;
  readonly redactor: Redactor;
  readonly channels: ActivityChannels;
  readonly after: After;
}

/** Maximum concurrent listeners per organization: ten consoles, and as many programs. */
const MOST_LISTENERS = 20;

/** The same of visitors: an audience with many screens. */
const MOST_VISITING_LISTENERS = 200;

export const createFollowActivity = ({ journal, redactor, channels, after }: FollowActivityParts): FollowActivity => {
  const listening = new Map<string, number>();

  const takePlace = (organization: string | undefined, isVisitor: boolean): (() => void) => {
    const key = `${organization ?? ''}${isVisitor ? ' visitors' : ''}`;
    const most = isVisitor ? MOST_VISITING_LISTENERS : MOST_LISTENERS;
    const count = listening.get(key) ?? 0;
    if (count >= most)
      throw plainProblem(429, {
        detail: `${String(most)} listeners follow this sandbox, which is the maximum: close one of them.`,
      });
    listening.set(key, count + 1);
    return () => {
      const left = (listening.get(key) ?? 1) - 1;
      if (left === 0) listening.delete(key);
      else listening.set(key, left);
    };
  };

  return async (organization, { kinds, lastEventId, until, isVisitor = false }) => {
    // What comes after the response is news, and what comes before it is not.
    await journal.catchUp?.(organization);
    const leavePlace = takePlace(organization, isVisitor);
    if (kinds === undefined)
      return createLiveJournal(journal.of(organization), {
        redactor,
        after,
        lastCursor: toCursor(lastEventId),
        until,
        ended: leavePlace,
      });
    const { channel, leave } = channels.enter(organization);
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

/** Undefined for the id of a stream with other kinds. */
const toCursor = (lastEventId: string | undefined): string | undefined =>
  lastEventId?.includes('.') === true ? undefined : lastEventId;
