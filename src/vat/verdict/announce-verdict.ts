import type { Assumed } from '../../engine/assumptions/assumed.ts';
import type { UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import { isSameJson } from '../../kernel/canonical-json.ts';
import { emit } from '../api/emit.ts';
import type { OrderRecord } from '../orders/order.ts';

/** The events of a settled order: its new status, then its decision. */
export const announce = (work: UnitOfWork, before: OrderRecord, after: OrderRecord, isDecided: boolean): void => {
  const { uuid: orderUuid, seller, compliance } = after;
  if (isStatusAnnounced(before, after, work.assumed)) announceStatus(work, before, after);
  if (isDecided && compliance.decision !== null && isDecisionAnnounced(before, compliance.decision, work.assumed))
    emit(work, 'compliance.decision_made', seller, { orderUuid, decision: compliance.decision });
};

/** Assumption: status-change-emission. */
const isStatusAnnounced = (before: OrderRecord, after: OrderRecord, assumed: Assumed): boolean =>
  before.compliance.status !== after.compliance.status ||
  assumed.has('status-change-emission=every-recomputation') ||
  (assumed.has('status-change-emission=blockers-too') &&
    !isSameJson(before.compliance.blockers, after.compliance.blockers));

export const announceStatus = (
  work: UnitOfWork,
  { compliance: { status: previousStatus } }: OrderRecord,
  { uuid: orderUuid, seller, compliance }: OrderRecord,
): void => {
  emit(work, 'compliance.status_changed', seller, {
    orderUuid,
    previousStatus,
    currentStatus: compliance.status,
    // "Lists the active blockers on transitions out of `VALID`, otherwise empty."
    blockers: previousStatus === 'VALID' ? [...compliance.blockers] : [],
  });
};

/** The latest Export File holds the previous decision. Assumption: decision-repeat. */
const isDecisionAnnounced = ({ exportFile }: OrderRecord, decision: string, assumed: Assumed): boolean => {
  if (exportFile === undefined) return true;
  if (assumed.has('decision-repeat=once')) return false;
  return exportFile.decision !== decision || !assumed.has('decision-repeat=when-different');
};
