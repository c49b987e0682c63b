import type { createFanOut } from './fan-out.ts';
import type { Announcements } from './worker.ts';

/** What an API says of its events, beside their bodies. */
export interface EventRules extends Pick<Parameters<typeof createFanOut>[0], 'audience' | 'concernedEndpoint'> {
  readonly announce: Announcements;
}

/** An API that says nothing: whoever subscribes gets an event, and deliveries cause no others. */
export const ANY_EVENTS: EventRules = {
  audience: { isHeard: () => true, includes: () => true },
  concernedEndpoint: () => undefined,
  announce: { paused: () => undefined, failed: () => undefined },
};
