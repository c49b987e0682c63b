import type { SpanContext } from '@opentelemetry/api';
import { createBoundedCache } from '../../kernel/caches.ts';

/** Events whose origin is remembered, the latest ones: retries take up to three days. */
const MOST_EVENTS = 20_000;

/** Which request caused an event. In memory: after a restart, later attempts to deliver it have no link. */
export interface EventOrigins {
  readonly remember: (eventId: string, origin: SpanContext) => void;
  readonly find: (eventId: string) => SpanContext | undefined;
}

export const createEventOrigins = (): EventOrigins => {
  const origins = createBoundedCache<SpanContext>(MOST_EVENTS);
  return {
    remember: (eventId, origin) => {
      origins.set(eventId, origin);
    },
    find: (eventId) => origins.get(eventId),
  };
};
