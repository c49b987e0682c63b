import type { StreamedKind } from '../../generated/control-schemas.ts';
import { shortenLargest } from '../../engine/journal/ring.ts';
import { tooManyStreams } from '../../engine/problems/refusals.ts';
import type { LiveContent } from '../../kernel/http.ts';
import type { Places } from '../../kernel/places.ts';
import { type ActivityChannel, type ActivitySources, type Reader, openChannel } from './activity-channel.ts';

/** Streams the activity in an organization's sandbox as server-sent events. */
export type FollowActivity = ReturnType<typeof createFollowActivity>;

const MEBIBYTE = 1_048_576;

/**
 * Messages and characters of one sandbox, and characters of all of them together: some seconds of the heaviest traffic, hours of
 * a person's.
 */
export const STREAM_LIMITS = { own: { items: 5000, weight: 2 * MEBIBYTE }, allSize: 16 * MEBIBYTE };

export const createFollowActivity = (
  parts: ActivitySources & {
    /** Begins the ids of this process, and of no other one. */
    readonly prefix: string;
    readonly limits: typeof STREAM_LIMITS;
    readonly places: { readonly streams: Places; readonly visitorStreams: Places };
  },
) => {
  const { clock, prefix, limits, places } = parts;
  const opened = new Map<string, ActivityChannel>();
  let openings = 0;

  const open = (organization: string | undefined, key: string): ActivityChannel => {
    const channel = openChannel(organization, parts, {
      name: `${prefix}${clock.now().toString(36)}${(openings++).toString(36)}`,
      limits: limits.own,
      written: () => {
        const all = [...opened.values()];
        let size = all.reduce((sum, { weight }) => sum + weight(), 0);
        while (size > limits.allSize) size -= shortenLargest(all);
      },
      ended: () => {
        opened.delete(key);
      },
    });
    opened.set(key, channel);
    return channel;
  };

  return (
    organization: string | undefined,
    {
      kinds = ['exchange', 'event'],
      isVisitor = false,
      ...reader
    }: Reader & {
      readonly kinds?: readonly StreamedKind[] | undefined;
      /** Visitors of a sandbox take no places from its programs and their consoles. */
      readonly isVisitor?: boolean | undefined;
    },
  ): LiveContent['pieces'] => {
    const key = organization ?? '';
    const streams = isVisitor ? places.visitorStreams : places.streams;
    const leavePlace = streams.take(key);
    if (leavePlace === undefined) throw tooManyStreams(isVisitor ? 'visitor-streams' : 'streams', streams.limit);
    // What comes after the response is news, and what comes before it is not.
    return (opened.get(key) ?? open(organization, key)).read(new Set([...kinds].sort()), reader, leavePlace);
  };
};
