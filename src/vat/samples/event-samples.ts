import type { SampleFacts } from '../../engine/scenarios/sample-event.ts';
import type { Members } from '../../generated/scenario-file.ts';
import { key } from '../../engine/sandbox/collection.ts';
import type { Reading } from '../../engine/sandbox/unit-of-work.ts';
import { deliveries, ofEndpoint } from '../../engine/webhooks/delivery.ts';
import { webhookEndpoints } from '../../engine/webhooks/endpoint.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import type { Json } from '../../kernel/json.ts';
import type { EventPayload, EventType } from '../api/behaviour.ts';
import { toDownloadPath } from '../documents/document.ts';
import { buyers } from '../buyers/buyer.ts';
import { invitations } from '../invitations/invitation.ts';
import { kycVerifications } from '../kyc/kyc-verification.ts';
import { orders } from '../orders/order.ts';
import { prospects } from '../prospects/prospect.ts';
import { violation } from '../policy/problem.ts';
import { findTarget, targetBuyer, targetOrder, unknownTarget } from '../simulators/simulators.ts';

/** Values from the sandbox for the record that the data name; the sample supplies all other members. */
type FactsOf<Type extends EventType> = (work: Reading, data: Members) => Partial<EventPayload<Type>>;

const textIn = (data: Members, member: string): string => {
  const value = data[member];
  return typeof value === 'string' ? value.toLowerCase() : '';
};

/** Ids of webhooks contain upper-case letters. */
const idIn = ({ endpointId }: Members): string => (typeof endpointId === 'string' ? endpointId : '');

const orderIn = (work: Reading, data: Members) => work.get(orders, textIn(data, 'orderUuid'));
const buyerIn = (work: Reading, data: Members) => work.get(buyers, textIn(data, 'buyerUuid'));
const prospectIn = (work: Reading, data: Members) => work.get(prospects, textIn(data, 'prospectUuid'));
const invitationIn = (work: Reading, data: Members) => work.get(invitations, textIn(data, 'invitationUuid'));

const FACTS: { readonly [Type in EventType]: FactsOf<Type> } = {
  /** As if the order had just reached its current status. */
  'compliance.status_changed': (work, data) => {
    const order = orderIn(work, data);
    if (order === undefined) return {};
    const { status, blockers } = order.compliance;
    return status === 'VALID'
      ? { previousStatus: 'INCOMPLETE', currentStatus: status, blockers: [] }
      : { previousStatus: 'VALID', currentStatus: status, blockers: [...blockers] };
  },
  'compliance.decision_made': (work, data) => {
    const decision = orderIn(work, data)?.compliance.decision ?? null;
    return decision === null ? {} : { decision };
  },
  'export_file.generated': (work, data) => {
    const file = orderIn(work, data)?.exportFile;
    const documentId = textIn(data, 'documentId') || file?.documentId;
    return {
      generatedAt: toIsoDateTime(file?.generatedAt ?? work.now),
      ...(documentId === undefined ? {} : { documentId, downloadUrl: toDownloadPath(documentId, work.publicPath) }),
      ...(file === undefined ? {} : { version: file.version, decision: file.decision }),
    };
  },
  'kyc.vies_check_failed': (work, data) => {
    const checkedAt = toIsoDateTime(work.now);
    const buyer = buyerIn(work, data);
    if (buyer === undefined) return { checkedAt };
    const { vatNumber, vies } = buyer;
    const previousResult = vies.result === 'INVALID' ? 'VALID' : vies.result;
    const reason = vies.result === 'INVALID' ? vies.reason : undefined;
    const event = { vatNumber, previousResult, currentResult: 'INVALID', checkedAt } as const;
    return reason === undefined ? event : { ...event, reason };
  },
  'kyc.verification_completed': (work, data) => {
    const session = work.findAll(kycVerifications, key('buyer', textIn(data, 'buyerUuid'))).at(-1);
    if (session === undefined) return { completedAt: toIsoDateTime(work.now) };
    const { sessionId, status, completedAt, reason } = session;
    return {
      sessionId,
      completedAt: toIsoDateTime(completedAt ?? work.now),
      ...(status === 'PENDING' ? {} : { outcome: status }),
      ...(reason === undefined ? {} : { reason }),
    };
  },
  'prospect.submitted': (work, data) => {
    const prospect = prospectIn(work, data);
    if (prospect === undefined) return { submittedAt: toIsoDateTime(work.now) };
    const { seller, type, submittedAt } = prospect;
    return { partnerUuid: seller, type, submittedAt: toIsoDateTime(submittedAt) };
  },
  'self_service_invitation.used': (work, data) => {
    const invitation = invitationIn(work, data);
    if (invitation === undefined) return { usedAt: toIsoDateTime(work.now) };
    return {
      kind: invitation.kind,
      ...(invitation.kind === 'KYC' ? { buyerUuid: invitation.buyerUuid } : {}),
      usedAt: toIsoDateTime(invitation.status === 'USED' ? invitation.usedAt : work.now),
    };
  },
  'self_service_invitation.expired': (work, data) => {
    const invitation = invitationIn(work, data);
    if (invitation === undefined) return { expiredAt: toIsoDateTime(work.now) };
    return { kind: invitation.kind, expiredAt: toIsoDateTime(invitation.expiresAt) };
  },
  'webhook.endpoint_auto_paused': (work, data) => {
    const pausedAt = toIsoDateTime(work.now);
    const endpoint = work.get(webhookEndpoints, idIn(data));
    if (endpoint === undefined) return { pausedAt };
    const { lastSuccessAt } = endpoint;
    return { lastSuccessAt: lastSuccessAt === null ? null : toIsoDateTime(lastSuccessAt), pausedAt };
  },
  'webhook.delivery_failed_terminal': (work, data) => {
    const keys = [ofEndpoint(idIn(data))];
    const [newest] = work.page(deliveries, { keys, descending: true, page: 0, size: 1 }).values;
    if (newest === undefined) return { lastAttemptAt: toIsoDateTime(work.now) };
    const { eventId, eventType, httpStatus, lastAttemptAt } = newest;
    return { eventId, eventType, lastHttpStatus: httpStatus, lastAttemptAt: toIsoDateTime(lastAttemptAt ?? work.now) };
  },
};

/** Values that a sandbox has for an event's order, buyer, prospect, invitation or webhook endpoint. */
export const eventFacts: SampleFacts = {
  about: (work, type, data) => {
    if (!Object.hasOwn(FACTS, type)) return {};
    return FACTS[type as EventType](work, data) as Readonly<Record<string, Json>>;
  },
  scopeOf: (work, data) => {
    const concerned = orderIn(work, data) ?? buyerIn(work, data) ?? invitationIn(work, data) ?? prospectIn(work, data);
    return { seller: concerned?.seller };
  },
};

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
