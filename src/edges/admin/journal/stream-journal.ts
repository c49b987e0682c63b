import type { FollowJournal } from '../../../control/observation/journal-streams.ts';
import { defineBehaviours } from '../behaviour/control-behaviour.ts';
import { NOT_STORED } from '../behaviour/usual-outcomes.ts';

/** Streams the exchanges in the caller's sandbox. */
export const streamJournal = (follow: FollowJournal) =>
  defineBehaviours({
    streamJournal: ({ organization, header: { 'last-event-id': last } }) => {
      const pieces = follow(organization, last === undefined ? undefined : Number(last));
      return {
        status: 200,
        // Keeps proxies such as nginx from buffering the stream.
        headers: { ...NOT_STORED, 'x-accel-buffering': 'no' },
        live: { mediaType: 'text/event-stream', pieces },
      };
    },
  });
