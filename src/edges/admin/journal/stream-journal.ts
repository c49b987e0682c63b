import type { FollowJournal } from '../../../control/observation/journal-streams.ts';
import type { Behaviour } from '../../../engine/responders/stateful.ts';

/** What happens in the caller's sandbox, as it happens. */
export const streamJournal =
  (follow: FollowJournal): Behaviour =>
  ({ caller, input }) => {
    const { 'last-event-id': last } = input.parameters.header as { readonly 'last-event-id'?: string };
    const pieces = follow(caller?.organization?.uuid, last === undefined ? undefined : Number(last));
    return {
      status: 200,
      // Some proxies collect what they pass on, until there is enough of it.
      headers: { 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
      live: { mediaType: 'text/event-stream', pieces },
    };
  };
