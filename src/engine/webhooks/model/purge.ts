import { jobs } from '../../sandbox/job.ts';
import type { JobHandlers } from '../../sandbox/job-handlers.ts';
import type { UnitOfWork } from '../../sandbox/unit-of-work.ts';
import { attemptId } from './attempt-job.ts';
import { type DeliveryRecord, deliveries, messages, ofEvent } from './delivery.ts';

const PURGE = 'webhook-purge';

/** Maximum number purged in one transaction, so that requests do not wait long for the lock. */
const AT_ONCE = 200;

/** A single job, due when the oldest delivery expires. */
export const schedulePurge = async (
  work: UnitOfWork,
  { createdAt }: DeliveryRecord,
  retention: number,
): Promise<void> => {
  if ((await work.get(jobs, PURGE)) === undefined)
    await work.schedule({ id: PURGE, kind: PURGE, dueAt: createdAt + retention });
};

export const removeDelivery = async (work: UnitOfWork, delivery: DeliveryRecord): Promise<void> => {
  const { id, eventId } = delivery;
  await work.remove(deliveries, delivery);
  await work.cancel(attemptId(id));
  if ((await work.findFirst(deliveries, ofEvent(eventId))) !== undefined) return;
  const message = await work.get(messages, eventId);
  if (message !== undefined) await work.remove(messages, message);
};

/** Deletes deliveries of the age `retention`, in milliseconds. Assumption: delivery-retention. */
export const purgeJobs = (retention: number): JobHandlers => ({
  [PURGE]: async (work) => {
    const { values } = await work.page(deliveries, { page: 0, size: AT_ONCE + 1 });
    for (const delivery of values.slice(0, AT_ONCE))
      if (delivery.createdAt + retention <= work.now) await removeDelivery(work, delivery);
    const [oldest] = (await work.page(deliveries, { page: 0, size: 1 })).values;
    if (oldest !== undefined) await schedulePurge(work, oldest, retention);
  },
});
