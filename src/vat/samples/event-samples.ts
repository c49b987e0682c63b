import type { Members } from '../../generated/scenario-file.ts';
import { deliveries, key, ofEndpoint, type Reading, webhookEndpoints } from '../../engine/sdk.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { defined } from '../../kernel/defined.ts';
import type { EventPayload, EventType } from '../api/behaviour.ts';
import { show } from '../api/show.ts';
import { toDownloadPath } from '../documents/document.ts';
import { buyers } from '../buyers/buyer.ts';
import { invitations } from '../invitations/invitation.ts';
import { kycVerifications } from '../kyc/kyc-verification.ts';
import { orders } from '../orders/order.ts';
import { prospects } from '../prospects/prospect.ts';
import { violation } from '../policy/problem.ts';
import { findTarget, targetBuyer, targetOrder, unknownTarget } from '../simulators/simulators.ts';

type TargetName = keyof EventTarget;

/** The record that an event is about, by the member names of payloads. */
export interface EventTarget {
  readonly orderUuid?: string;
  readonly buyerUuid?: string;
  readonly prospectUuid?: string;
  readonly invitationUuid?: string;
  readonly endpointId?: string;
}

interface Sample<Payload> {
  /** Possible targets. An order stands for its buyer if the event is about buyers. */
  readonly targets: readonly TargetName[];
  /** Values from the sandbox for the record that the data name; the sample supplies all other members. */
  readonly facts: (work: Reading, data: Members) => Partial<Payload>;
}

const textIn = (data: Members, member: TargetName | 'documentId'): string => {
  const value = data[member];
  if (typeof value !== 'string') return '';
  // Ids of webhooks contain upper-case letters.
  return member === 'endpointId' ? value : value.toLowerCase();
};

const orderIn = (work: Reading, data: Members) => work.get(orders, textIn(data, 'orderUuid'));
const buyerIn = (work: Reading, data: Members) => work.get(buyers, textIn(data, 'buyerUuid'));
const prospectIn = (work: Reading, data: Members) => work.get(prospects, textIn(data, 'prospectUuid'));
const invitationIn = (work: Reading, data: Members) => work.get(invitations, textIn(data, 'invitationUuid'));

const SAMPLES: { readonly [Type in EventType]: Sample<EventPayload<Type>> } = {
  'compliance.status_changed': {
    targets: ['orderUuid'],
    /** As if the order had just reached its current status. */
    facts: (work, data) => {
      const order = orderIn(work, data);
      if (order === undefined) return {};
      const { status, blockers } = order.compliance;
      return status === 'VALID'
        ? { previousStatus: 'INCOMPLETE', currentStatus: status, blockers: [] }
        : { previousStatus: 'VALID', currentStatus: status, blockers: [...blockers] };
    },
  },
  'compliance.decision_made': {
    targets: ['orderUuid'],
    facts: (work, data) => defined({ decision: orderIn(work, data)?.compliance.decision ?? undefined }),
  },
  'export_file.generated': {
    targets: ['orderUuid'],
    facts: (work, data) => {
      const file = orderIn(work, data)?.exportFile;
      const documentId = textIn(data, 'documentId') || file?.documentId;
      return {
        generatedAt: toIsoDateTime(file?.generatedAt ?? work.now),
        ...(documentId && { documentId, downloadUrl: toDownloadPath(documentId, work.publicPath) }),
        ...(file && show(file, 'version', 'decision')),
      };
    },
  },
  'kyc.vies_check_failed': {
    targets: ['buyerUuid', 'orderUuid'],
    facts: (work, data) => {
      const checkedAt = toIsoDateTime(work.now);
      const buyer = buyerIn(work, data);
      if (buyer === undefined) return { checkedAt };
      const { vatNumber, vies } = buyer;
      const isFailed = vies.result === 'INVALID';
      return {
        vatNumber,
        previousResult: isFailed ? 'VALID' : vies.result,
        currentResult: 'INVALID',
        checkedAt,
        ...(isFailed && show(vies, 'reason')),
      };
    },
  },
  'kyc.verification_completed': {
    targets: ['buyerUuid', 'orderUuid'],
    facts: (work, data) => {
      const session = work.findAll(kycVerifications, key('buyer', textIn(data, 'buyerUuid'))).at(-1);
      const completedAt = toIsoDateTime(session?.completedAt ?? work.now);
      if (session === undefined) return { completedAt };
      const { sessionId, status } = session;
      return {
        ...{ sessionId, completedAt },
        ...(status === 'PENDING' ? {} : { outcome: status }),
        ...show(session, 'reason'),
      };
    },
  },
  'prospect.submitted': {
    targets: ['prospectUuid'],
    facts: (work, data) => {
      const prospect = prospectIn(work, data);
      const submittedAt = toIsoDateTime(prospect?.submittedAt ?? work.now);
      return { ...(prospect && { partnerUuid: prospect.seller, type: prospect.type }), submittedAt };
    },
  },
  'self_service_invitation.used': {
    targets: ['invitationUuid', 'buyerUuid', 'prospectUuid'],
    facts: (work, data) => {
      const invitation = invitationIn(work, data);
      const usedAt = toIsoDateTime(invitation?.status === 'USED' ? invitation.usedAt : work.now);
      if (invitation === undefined) return { usedAt };
      const { kind } = invitation;
      return { kind, ...(kind === 'KYC' ? { buyerUuid: invitation.buyerUuid } : {}), usedAt };
    },
  },
  'self_service_invitation.expired': {
    targets: ['invitationUuid'],
    facts: (work, data) => {
      const invitation = invitationIn(work, data);
      return {
        ...(invitation && show(invitation, 'kind')),
        expiredAt: toIsoDateTime(invitation?.expiresAt ?? work.now),
      };
    },
  },
  'webhook.endpoint_auto_paused': {
    targets: ['endpointId'],
    facts: (work, data) => {
      const endpoint = work.get(webhookEndpoints, textIn(data, 'endpointId'));
      return { ...(endpoint && show(endpoint, 'lastSuccessAt')), pausedAt: toIsoDateTime(work.now) };
    },
  },
  'webhook.delivery_failed_terminal': {
    targets: ['endpointId'],
    facts: (work, data) => {
      const keys = [ofEndpoint(textIn(data, 'endpointId'))];
      const [newest] = work.page(deliveries, { keys, descending: true, page: 0, size: 1 }).values;
      const lastAttemptAt = toIsoDateTime(newest?.lastAttemptAt ?? work.now);
      if (newest === undefined) return { lastAttemptAt };
      const { eventId, eventType, httpStatus } = newest;
      return { eventId, eventType, lastHttpStatus: httpStatus, lastAttemptAt };
    },
  },
};

/** Values that a sandbox has for an event's order, buyer, prospect, invitation or webhook endpoint. */
export const eventFacts = {
  about: (work: Reading, type: string, data: Members): Members =>
    Object.hasOwn(SAMPLES, type) ? (SAMPLES[type as EventType].facts(work, data) as Members) : {},
  scopeOf: (work: Reading, data: Members) => {
    const concerned = orderIn(work, data) ?? buyerIn(work, data) ?? invitationIn(work, data) ?? prospectIn(work, data);
    return { seller: concerned?.seller };
  },
};

/** Members of a payload with their ids. */
type Names = Readonly<Record<string, string>>;

/** The payload members that name the target. Throws 404 if the sandbox has no such record. */
export const nameTarget = (work: Reading, type: string, target: EventTarget): Names => {
  const targets = Object.hasOwn(SAMPLES, type) ? SAMPLES[type as EventType].targets : [];
  const names: Record<string, string> = {};
  for (const [name, id] of Object.entries(target) as [TargetName, string][]) {
    const remedy = targets.length === 0 ? 'set its data instead' : `use ${targets.join(' or ')}`;
    if (!targets.includes(name)) throw violation(name, `does not apply to ${type}; ${remedy}`, id);
    for (const [member, found] of Object.entries(FIND[name](work, id, targets))) {
      if (names[member] !== undefined && names[member] !== found)
        throw violation(name, `refers to a different ${member} than the rest of the target`, id);
      names[member] = found;
    }
  }
  return names;
};

const FIND: Readonly<Record<TargetName, (work: Reading, id: string, targets: readonly TargetName[]) => Names>> = {
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
