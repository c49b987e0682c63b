import type { FollowActivity } from '../../../control/activity/follow-activity.ts';
import { defineBehaviours } from '../behaviour/control-behaviour.ts';
import { NOT_STORED } from '../behaviour/usual-outcomes.ts';

/** Streams the activity in the caller's sandbox. */
export const streamJournal = (follow: FollowActivity) =>
  defineBehaviours({
    streamJournal: async (call) => {
      const { controller, organization, endOfSession, query, header } = call;
      const pieces = await follow(organization, {
        kinds: query.kinds,
        lastEventId: header['last-event-id'],
        until: endOfSession,
        isVisitor: controller.isVisitor,
      });
      return {
        status: 200,
        // Keeps proxies such as nginx from buffering the stream.
        headers: { ...NOT_STORED, 'x-accel-buffering': 'no' },
        live: { mediaType: 'text/event-stream', pieces },
      };
    },
  });
