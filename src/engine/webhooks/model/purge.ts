import { jobs } from '../../sandbox/job.ts';
import type { JobHandlers } from '../../sandbox/job-handlers.ts';
import type { UnitOfWork } from '../../sandbox/unit-of-work.ts';
import { attemptId } from './attempt-job.ts';
import { type DeliveryRecord, deliveries, messages, ofEvent } from './delivery.ts';

const PURGE = 'webhook-purge';

/** Maximum number purged in one transaction, so that requests do not wait long for the lock. */
const AT_ONCE = 200;

/** A single job, due when the oldest delivery expires. */
export const schedulePurge = (work: UnitOfWork, { createdAt }: DeliveryRecord, retention: number): void => {
  if (work.get(jobs, PURGE) === undefined) work.schedule({ id: PURGE, kind: PURGE, dueAt: createdAt + retention });
};

export const removeDelivery = (work: UnitOfWork, delivery: DeliveryRecord): void => {
  const { id, eventId } = delivery;
  work.remove(deliveries, delivery);
  work.cancel(attemptId(id));
  if (work.findFirst(deliveries, ofEvent(eventId)) !== undefined) return;
  const message = work.get(messages, eventId);
  if (message !== undefined) work.remove(messages, message);
};

/** Deletes deliveries of the age `retention`, in milliseconds. Assumption: delivery-retention. */
export const purgeJobs = (retention: number): JobHandlers => ({
  [PURGE]: (work) => {
    const { values } = work.page(deliveries, { page: 0, size: AT_ONCE + 1 });
    for (const delivery of values.slice(0, AT_ONCE))
      if (delivery.createdAt + retention <= work.now) removeDelivery(work, delivery);
    const [oldest] = work.page(deliveries, { page: 0, size: 1 }).values;
    if (oldest !== undefined) schedulePurge(work, oldest, retention);
  },
});
