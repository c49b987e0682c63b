import type { Journal } from '../../engine/journal/journal.ts';
import { createLiveJournal } from '../../engine/journal/live-journal.ts';
import type { Redactor } from '../../engine/journal/redactor.ts';
import { tooManyStreams } from '../../engine/problems/refusals.ts';
import type { LeavePlace, Places } from '../../kernel/places.ts';
import type { After } from '../../kernel/timers.ts';
import type { ActivityKind } from './activity.ts';
import type { ActivityChannels } from './activity-channels.ts';
import { createActivityReader } from './activity-reader.ts';

/** Streams the activity in an organization's sandbox as server-sent events. */
export type FollowActivity = (
  organization: string | undefined,
  request: StreamRequest,
) => Promise<AsyncIterable<string>>;

interface StreamRequest {
  /** Undefined for the journal: exchanges with their places as ids, and events. */
  readonly kinds: readonly ActivityKind[] | undefined;
  /** Id of the last message that the listener received; undefined for a new listener. */
  readonly lastEventId: string | undefined;
  /** Ends the stream when it aborts. */
  readonly until?: AbortSignal | undefined;
  /** Visitors of a sandbox take no places from its programs and their consoles. */
  readonly isVisitor?: boolean | undefined;
}

interface FollowActivityParts {
  readonly journal: Pick<Journal, 'of'>;
  readonly redactor: Redactor;
  readonly channels: ActivityChannels;
  readonly after: After;
  readonly places: { readonly streams: Places; readonly visitorStreams: Places };
}

export const createFollowActivity = (parts: FollowActivityParts): FollowActivity => {
  const { journal, redactor, channels, after, places } = parts;

  const takePlace = async (organization: string | undefined, isVisitor: boolean): Promise<LeavePlace> => {
    const [streams, name] = isVisitor
      ? ([places.visitorStreams, 'visitor-streams'] as const)
      : ([places.streams, 'streams'] as const);
    const leave = await streams.take(organization ?? '');
    if (leave === undefined) throw tooManyStreams(name, streams.limit);
    return leave;
  };

  return async (organization, { kinds, lastEventId, until, isVisitor = false }) => {
    // What comes after the response is news, and what comes before it is not.
    const leavePlace = await takePlace(organization, isVisitor);
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
