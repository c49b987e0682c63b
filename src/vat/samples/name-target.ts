import type { Reading } from '../../engine/sandbox/unit-of-work.ts';
import { webhookEndpoints } from '../../engine/webhooks/endpoint.ts';
import type { EventType } from '../api/emit.ts';
import { violation } from '../api/violation.ts';
import { invitations } from '../invitations/invitation.ts';
import { prospects } from '../prospects/prospect.ts';
import { findTarget, targetBuyer, targetOrder, unknownTarget } from '../simulators/find-target.ts';

/** The record that an event is about, by the member names of payloads. */
export interface EventTarget {
  readonly orderUuid?: string;
  readonly buyerUuid?: string;
  readonly prospectUuid?: string;
  readonly invitationUuid?: string;
  readonly endpointId?: string;
}

type TargetName = keyof EventTarget;

/** Members of a payload with their ids. */
type Names = Readonly<Record<string, string>>;

/** Possible targets per event type. An order stands for its buyer if the event is about buyers. */
const TARGETS: Readonly<Record<EventType, readonly TargetName[]>> = {
  'compliance.status_changed': ['orderUuid'],
  'compliance.decision_made': ['orderUuid'],
  'export_file.generated': ['orderUuid'],
  'kyc.vies_check_failed': ['buyerUuid', 'orderUuid'],
  'kyc.verification_completed': ['buyerUuid', 'orderUuid'],
  'prospect.submitted': ['prospectUuid'],
  'self_service_invitation.used': ['invitationUuid', 'buyerUuid', 'prospectUuid'],
  'self_service_invitation.expired': ['invitationUuid'],
  'webhook.endpoint_auto_paused': ['endpointId'],
  'webhook.delivery_failed_terminal': ['endpointId'],
};

/** The payload members that name the target. Throws 404 if the sandbox has no such record. */
export const nameTarget = (work: Reading, type: string, target: EventTarget): Names => {
  const targets = Object.hasOwn(TARGETS, type) ? TARGETS[type as EventType] : [];
  const names: Record<string, string> = {};
  for (const [name, id] of Object.entries(target) as [TargetName, string][]) {
    if (!targets.includes(name)) throw violation(name, `does not apply to ${type}; use ${targets.join(' or ')}`, id);
    for (const [member, found] of Object.entries(FIND[name](work, id, targets))) {
      if (names[member] !== undefined && names[member] !== found)
        throw violation(name, `refers to a different ${member} than the rest of the target`, id);
      names[member] = found;
    }
  }
  return names;
};

type Find = (work: Reading, id: string, targets: readonly TargetName[]) => Names;

const FIND: Readonly<Record<TargetName, Find>> = {
  orderUuid: (work, id, targets) => {
    const { uuid, buyerId } = targetOrder(work, id);
    return targets.includes('buyerUuid') ? { buyerUuid: buyerId } : { orderUuid: uuid };
  },
  buyerUuid: (work, id) => ({ buyerUuid: targetBuyer(work, id).uuid }),
  prospectUuid: (work, id) => ({ prospectUuid: findTarget(work, prospects, 'prospect', id).uuid }),
  invitationUuid: (work, id) => ({
    invitationUuid: findTarget(work, invitations, 'self-service invitation', id).uuid,
  }),
  // Ids of webhook endpoints contain upper-case letters.
  endpointId: (work, id) => {
    if (work.get(webhookEndpoints, id) === undefined) throw unknownTarget('webhook endpoint', id);
    return { endpointId: id };
  },
};
