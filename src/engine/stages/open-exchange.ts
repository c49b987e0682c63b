import { drawTraceId, drawUuid } from '../../kernel/ids.ts';
import type { EngineParts } from '../pipeline/engine-parts.ts';
import type { Arrived, Opened } from '../exchange/exchange.ts';
import type { Stage } from '../pipeline/pipeline.ts';

/** The trace id of a W3C `traceparent`, so that clients find their own id in our problems. */
const TRACEPARENT = /^[\da-f]{2}-(?!0{32})([\da-f]{32})-[\da-f]{16}-[\da-f]{2}/;

/** Adds ids and the time of arrival. Never ends a request. */
export const openExchange = ({ clock, random, tracing }: EngineParts): Stage<Arrived, Omit<Opened, keyof Arrived>> => {
  const ids = random.split('exchange-ids');
  return {
    name: 'open-exchange',
    run: ({ request }) => {
      const parent = request.header('traceparent');
      const id = drawUuid(ids);
      const own = (parent === undefined ? undefined : TRACEPARENT.exec(parent)?.[1]) ?? drawTraceId(ids);
      return {
        id,
        // Drawn in any case: ids that follow from the seed must not depend on who follows the request.
        traceId: tracing === undefined ? own : (tracing.traceId() ?? own),
        receivedAt: clock.now(),
        startedAt: clock.elapsed(),
      };
    },
  };
};
