import { Counter, Gauge, type Registry } from 'prom-client';
import type { EmittedEvent } from '../../engine/message/event.ts';
import type { Failure } from '../../engine/webhooks/delivery.ts';
import type { SendResult, Sender } from '../../engine/webhooks/sender.ts';

/** Descriptions of others may declare any number of events; further types count as "other". */
const MOST_EVENT_TYPES = 30;

interface DeliveryMetrics {
  /** The same sender, with its attempts counted. */
  readonly sender: (sender: Sender) => Sender;
  /** Called with events once they are committed. */
  readonly emitted: (events: readonly EmittedEvent[]) => void;
}

const FAILURES = [
  'refused',
  'connect_failed',
  'tls_failed',
  'timeout',
  'answer_broken',
] as const satisfies readonly Failure[];
const OUTCOMES = ['delivered', 'rejected', ...FAILURES] as const;

/** Counts what leaves the server: events, and the attempts to deliver them. */
export const createDeliveryMetrics = (registry: Registry): DeliveryMetrics => {
  const registers = [registry];
  const attempts = new Counter({
    name: 'vatmock_delivery_attempts_total',
    help: 'Attempts to deliver a webhook, by outcome: delivered (2xx), rejected (any other status), or why there was no response (refused: the URL is not allowed).',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of OUTCOMES) attempts.inc({ outcome }, 0);
  const inFlight = new Gauge({
    name: 'vatmock_deliveries_in_flight',
    help: 'Attempts to deliver a webhook that wait for their receiver now.',
    registers,
  });
  const events = new Counter({
    name: 'vatmock_events_total',
    help: `Events, by type, whether or not a webhook endpoint receives them. webhook.delivery_failed_terminal is a delivery that was given up. After ${String(MOST_EVENT_TYPES)} types, further ones count as "other".`,
    labelNames: ['type'],
    registers,
  });
  const types = new Set<string>();
  const typeOf = ({ type }: EmittedEvent): string => {
    if (types.size < MOST_EVENT_TYPES) types.add(type);
    return types.has(type) ? type : 'other';
  };
  return {
    sender: (sender) => ({
      ...sender,
      send: async (post, signal) => {
        inFlight.inc();
        try {
          const result = await sender.send(post, signal);
          attempts.inc({ outcome: outcomeOf(result) });
          return result;
        } finally {
          inFlight.dec();
        }
      },
    }),
    emitted: (emitted) => {
      for (const event of emitted) events.inc({ type: typeOf(event) });
    },
  };
};

const outcomeOf = ({ httpStatus = 0, failure }: SendResult): (typeof OUTCOMES)[number] =>
  failure ?? (httpStatus >= 200 && httpStatus < 300 ? 'delivered' : 'rejected');
