import type { Job } from '../../engine/sandbox/job.ts';
import type { Reading } from '../../engine/sandbox/unit-of-work.ts';
import { deliveries } from '../../engine/webhooks/delivery.ts';
import { webhookEndpoints } from '../../engine/webhooks/endpoint.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { describeOwnJob } from '../../vat/read-model/describe-job.ts';
import type { ShownJob } from '../../vat/read-model/shown-job.ts';

type Described = Pick<ShownJob, 'title' | 'subject'>;

/** The jobs of the engine by kind. */
const DESCRIPTIONS: Readonly<Record<string, (reading: Reading, data: unknown) => Promise<Described> | Described>> = {
  'webhook-attempt': (reading, data) => {
    const { deliveryId, endpointId } = data as { readonly deliveryId: string; readonly endpointId: string };
    const delivery = reading.get(deliveries, deliveryId);
    const { eventType = 'an event', attempts = 0 } = delivery ?? {};
    const receiver = nameReceiver(reading, endpointId);
    const title =
      attempts === 0
        ? `Delivery of ${eventType} to ${receiver}`
        : `Attempt ${String(attempts + 1)} to deliver ${eventType} to ${receiver}`;
    return { title, subject: { kind: 'delivery', id: deliveryId } };
  },
  'webhook-patience': (reading, data) => ({
    title: `Pause of ${nameReceiver(reading, data as string)}, if nothing has succeeded by then`,
    subject: { kind: 'webhook', id: data as string },
  }),
  'webhook-purge': () => ({ title: 'Deletion of old deliveries', subject: null }),
  'scenario-timeline': (_reading, data) => {
    const { scenario, entry } = data as { readonly scenario: string; readonly entry: number };
    return {
      title: `Entry ${String(entry)} in the timeline of scenario ${scenario}`,
      subject: { kind: 'scenario', id: scenario },
    };
  },
};

/** Only the host: the rest of the URL may contain secrets. */
export const nameReceiver = (reading: Reading, endpointId: string): string => {
  const endpoint = reading.get(webhookEndpoints, endpointId);
  return (URL.parse(endpoint?.url ?? '')?.host ?? '') || endpointId;
};

/** A due job in words. */
export const describeJob = async (reading: Reading, job: Job): Promise<ShownJob> => {
  const { id, kind, dueAt, data } = job;
  const own = describeOwnJob(reading, job);
  if (own !== undefined) return own;
  const { title, subject } = (await DESCRIPTIONS[kind]?.(reading, data)) ?? { title: kind, subject: null };
  return { id, kind, title, dueAt: toIsoDateTime(dueAt), subject };
};
