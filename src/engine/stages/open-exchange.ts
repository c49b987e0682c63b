import { drawTraceId, drawUuid } from '../../kernel/ids.ts';
import type { EngineParts } from '../pipeline/engine-parts.ts';
import type { Arrived, Opened } from '../exchange/exchange.ts';
import type { Stage } from '../pipeline/pipeline.ts';

/** The trace id of a W3C `traceparent`, so that clients find their own id in our problems. */
const TRACEPARENT = /^[\da-f]{2}-(?!0{32})([\da-f]{32})-[\da-f]{16}-[\da-f]{2}/;

/** Adds ids and the time of arrival. Never ends a request. */
export const openExchange = ({ clock, random }: EngineParts): Stage<Arrived, Omit<Opened, keyof Arrived>> => {
  const ids = random.split('exchange-ids');
  return {
    name: 'open-exchange',
    run: ({ request }) => {
      const parent = request.header('traceparent');
      return {
        id: drawUuid(ids),
        traceId: (parent === undefined ? undefined : TRACEPARENT.exec(parent)?.[1]) ?? drawTraceId(ids),
        receivedAt: clock.now(),
        startedAt: clock.elapsed(),
      };
    },
  };
};
