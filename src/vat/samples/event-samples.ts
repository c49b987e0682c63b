import type { EventTrigger } from '../../generated/control-schemas.ts';
import type { Members } from '../../generated/scenario-file.ts';
import { type Collection, deliveries, key, ofEndpoint, type Reading, webhookEndpoints } from '../../engine/sdk.ts';
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
import { unknownTarget } from '../simulators/simulators.ts';

/** Names the record that an event is about, as payloads do. */
type TargetName = Exclude<keyof EventTrigger, 'type' | 'data'>;

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

/** What the members name, and the name of one in a sentence. */
const RECORDS = {
  orderUuid: [orders, 'order'],
  buyerUuid: [buyers, 'buyer'],
  prospectUuid: [prospects, 'prospect'],
  invitationUuid: [invitations, 'self-service invitation'],
  endpointId: [webhookEndpoints, 'webhook endpoint'],
} as const;

type RecordOf<Name> = Name extends TargetName
  ? (typeof RECORDS)[Name][0] extends Collection<infer T>
    ? T
    : never
  : never;

const recordIn = <Name extends TargetName>(work: Reading, data: Members, name: Name): RecordOf<Name> | undefined =>
  work.get(RECORDS[name][0] as unknown as Collection<RecordOf<Name>>, textIn(data, name));

const SAMPLES: { readonly [Type in EventType]: Sample<EventPayload<Type>> } = {
  'compliance.status_changed': {
    targets: ['orderUuid'],
    /** As if the order had just reached its current status. */
    facts: (work, data) => {
      const order = recordIn(work, data, 'orderUuid');
      if (order === undefined) return {};
      const { status, blockers } = order.compliance;
      return status === 'VALID'
        ? { previousStatus: 'INCOMPLETE', currentStatus: status, blockers: [] }
        : { previousStatus: 'VALID', currentStatus: status, blockers: [...blockers] };
    },
  },
  'compliance.decision_made': {
    targets: ['orderUuid'],
    facts: (work, data) => defined({ decision: recordIn(work, data, 'orderUuid')?.compliance.decision ?? undefined }),
  },
  'export_file.generated': {
    targets: ['orderUuid'],
    facts: (work, data) => {
      const file = recordIn(work, data, 'orderUuid')?.exportFile;
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
      const buyer = recordIn(work, data, 'buyerUuid');
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
      return {
        ...(session && show(session, 'sessionId')),
        completedAt: toIsoDateTime(session?.completedAt ?? work.now),
        ...(session && session.status !== 'PENDING' && { outcome: session.status }),
        ...(session && show(session, 'reason')),
      };
    },
  },
  'prospect.submitted': {
    targets: ['prospectUuid'],
    facts: (work, data) => {
      const prospect = recordIn(work, data, 'prospectUuid');
      return {
        ...(prospect && { partnerUuid: prospect.seller, type: prospect.type }),
        submittedAt: toIsoDateTime(prospect?.submittedAt ?? work.now),
      };
    },
  },
  'self_service_invitation.used': {
    targets: ['invitationUuid', 'buyerUuid', 'prospectUuid'],
    facts: (work, data) => {
      const invitation = recordIn(work, data, 'invitationUuid');
      return {
        ...(invitation && show(invitation, 'kind')),
        ...(invitation?.kind === 'KYC' && { buyerUuid: invitation.buyerUuid }),
        usedAt: toIsoDateTime(invitation?.status === 'USED' ? invitation.usedAt : work.now),
      };
    },
  },
  'self_service_invitation.expired': {
    targets: ['invitationUuid'],
    facts: (work, data) => {
      const invitation = recordIn(work, data, 'invitationUuid');
      return {
        ...(invitation && show(invitation, 'kind')),
        expiredAt: toIsoDateTime(invitation?.expiresAt ?? work.now),
      };
    },
  },
  'webhook.endpoint_auto_paused': {
    targets: ['endpointId'],
    facts: (work, data) => {
      const endpoint = recordIn(work, data, 'endpointId');
      return { ...(endpoint && show(endpoint, 'lastSuccessAt')), pausedAt: toIsoDateTime(work.now) };
    },
  },
  'webhook.delivery_failed_terminal': {
    targets: ['endpointId'],
    facts: (work, data) => {
      const keys = [ofEndpoint(textIn(data, 'endpointId'))];
      const [newest] = work.page(deliveries, { keys, descending: true, page: 0, size: 1 }).values;
      return {
        ...(newest && { ...show(newest, 'eventId', 'eventType'), lastHttpStatus: newest.httpStatus }),
        lastAttemptAt: toIsoDateTime(newest?.lastAttemptAt ?? work.now),
      };
    },
  },
};

/** Values that a sandbox has for an event's order, buyer, prospect, invitation or webhook endpoint. */
export const eventFacts = {
  about: (work: Reading, type: string, data: Members): Members =>
    Object.hasOwn(SAMPLES, type) ? (SAMPLES[type as EventType].facts(work, data) as Members) : {},
  scopeOf: (work: Reading, data: Members) => {
    const concerned =
      recordIn(work, data, 'orderUuid') ??
      recordIn(work, data, 'buyerUuid') ??
      recordIn(work, data, 'invitationUuid') ??
      recordIn(work, data, 'prospectUuid');
    return { seller: concerned?.seller };
  },
};

/** Members of a payload with their ids. */
type Names = Readonly<Record<string, string>>;

/** The payload members that name the target. Throws 404 if the sandbox has no such record. */
export const nameTarget = (work: Reading, type: string, target: Pick<EventTrigger, TargetName>): Names => {
  const targets = Object.hasOwn(SAMPLES, type) ? SAMPLES[type as EventType].targets : [];
  const names: Record<string, string> = {};
  for (const [name, id] of Object.entries(target) as [TargetName, string][]) {
    const remedy = targets.length === 0 ? 'set its data instead' : `use ${targets.join(' or ')}`;
    if (!targets.includes(name)) throw violation(name, `does not apply to ${type}; ${remedy}`, id);
    for (const [member, found] of Object.entries(findNames(work, name, id, targets))) {
      if (names[member] !== undefined && names[member] !== found)
        throw violation(name, `refers to a different ${member} than the rest of the target`, id);
      names[member] = found;
    }
  }
  return names;
};

/** An order stands for its buyer in an event about buyers. Throws 404. */
const findNames = (work: Reading, name: TargetName, id: string, targets: readonly TargetName[]): Names => {
  const record = recordIn(work, { [name]: id }, name);
  if (record === undefined) throw unknownTarget(RECORDS[name][1], id);
  return 'buyerId' in record && targets.includes('buyerUuid')
    ? { buyerUuid: record.buyerId }
    : { [name]: textIn({ [name]: id }, name) };
};
