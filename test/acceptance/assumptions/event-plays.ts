import type { Choice } from '../../../src/generated/assumption-choices.ts';
import { SELLER, succeed } from '../../support/workflow.ts';
import type { Play, Stage } from './play.ts';
import { type Received, heard, openInbox, received } from './received.ts';

const PARTNER = `/partners/${SELLER}`;
const PUBLIC = { as: null, headers: { 'idempotency-key': undefined } };
const VIES_ANSWERED = 10_000;

const failVies = async ({ flow, clock, mock }: Stage): Promise<string> => {
  const { uuid } = succeed(await flow.createBuyer({ vatNumber: 'DE200' })).body;
  clock.advance(VIES_ANSWERED);
  await mock.idle();
  return String(uuid);
};

const checkAgain = async ({ api, clock, mock }: Stage, buyerUuid: string): Promise<void> => {
  succeed(await api.post(`${PARTNER}/buyers/${buyerUuid}/vies-checks`));
  clock.advance(VIES_ANSWERED);
  await mock.idle();
};

const verifyBuyer = async ({ flow, api, clock, mock }: Stage): Promise<void> => {
  const { uuid } = succeed(await flow.createBuyer({ kycMode: 'SERVICE_LED' })).body;
  succeed(await api.post(`${PARTNER}/buyers/${String(uuid)}/kyc/verifications`));
  clock.advance(120_000);
  await mock.idle();
};

const submitProspect = async ({ api }: Stage): Promise<void> => {
  const { body } = succeed(await api.post(`${PARTNER}/prospects/self-service-invitations`, {}));
  const lucia = { type: 'CONSUMER', firstName: 'Lucía', lastName: 'Rivera', email: 'lucia.rivera@correo.example' };
  succeed(await api.post(`${String(body.url)}/prospect`, lucia, PUBLIC));
};

/** A test fire that nobody takes, until nothing more is tried. */
const failDelivery = async ({ api, mock }: Stage): Promise<void> => {
  const { body } = succeed(await api.post('/webhooks', { url: 'http://127.0.0.1:9/hook', events: ['kyc.*'] }));
  await mock.clock.freeze();
  succeed(await api.post(`/webhooks/${String(body.id)}/test`, { eventType: 'prospect.submitted', data: {} }));
  await mock.clock.advance({ by: 'PT72H' });
  await mock.idle();
};

const sell = async ({ flow }: Stage): Promise<string> => {
  const { orderUuid } = await flow.begin();
  await flow.takeToTheRoad(orderUuid);
  await flow.arrive(orderUuid);
  return orderUuid;
};

/** A verdict, and the same again after another final invoice. */
const sellAndCorrect = async (stage: Stage): Promise<void> => {
  const orderUuid = await sell(stage);
  succeed(await stage.flow.submitInvoice(orderUuid, { type: 'FINAL', invoiceDate: '2026-11-05' }));
  await stage.mock.idle();
};

const viesEnvelope: Pick<Play, 'observe' | 'chosen'> = {
  observe: async (stage) => {
    await openInbox(stage, ['kyc.*']);
    await failVies(stage);
    const [message] = await received(stage);
    const { data, ...envelope } = JSON.parse(message?.body ?? '') as Partial<Received>;
    return [Object.keys(envelope).sort(), data?.['vatNumber']];
  },
  chosen: [['createdAt', 'id', 'organizationUuid', 'type'], 'DE200'],
};

const times: Pick<Play, 'observe' | 'chosen'> = {
  observe: async (stage) => {
    const [event] = await heard(stage, 'kyc.vies_check_failed', failVies);
    const formOf = (time: unknown) =>
      typeof time === 'number'
        ? 'number'
        : String(time)
            .slice(19)
            .replace(/^\.\d+/, '');
    return [formOf(event?.createdAt), formOf(event?.data['checkedAt'])];
  },
  chosen: ['Z', 'Z'],
};

/** What is tied to a condition that does not hold, and what has no value yet. */
const unset: Pick<Play, 'observe' | 'chosen'> = {
  observe: async (stage) => {
    const [completed] = await heard(stage, 'kyc.verification_completed', verifyBuyer);
    const [used] = await heard(stage, 'self_service_invitation.used', submitProspect);
    const [failed] = await heard(stage, 'webhook.delivery_failed_terminal', failDelivery);
    const { buyerUuid, prospectUuid } = used?.data ?? {};
    return [completed?.data['reason'], buyerUuid, typeof prospectUuid, failed?.data['lastHttpStatus']];
  },
  chosen: [undefined, undefined, 'string', null],
};

const decisions: Pick<Play, 'observe' | 'chosen'> = {
  observe: async (stage) =>
    (await heard(stage, 'compliance.decision_made', sellAndCorrect)).map(({ data }) => data['decision']),
  chosen: ['VALID_EXPORT', 'VALID_EXPORT'],
};

const failures: Pick<Play, 'observe' | 'chosen'> = {
  observe: async (stage) => {
    const told = await heard(stage, 'kyc.vies_check_failed', async () => checkAgain(stage, await failVies(stage)));
    return told.map(({ data }) => data['previousResult']);
  },
  chosen: ['PENDING'],
};

/** Up to the road, where INCOMPLETE becomes VALID. */
const statusChanges: Pick<Play, 'observe' | 'chosen'> = {
  observe: async (stage) => {
    const told = await heard(stage, 'compliance.status_changed', async ({ flow }) => {
      const { orderUuid } = await flow.begin();
      succeed(await flow.submitInvoice(orderUuid));
      // The second of these changes no blocker.
      for (let count = 0; count < 2; count++) succeed(await flow.upload(orderUuid, 'INVOICE'));
    });
    return told.map(({ data }) => data['currentStatus']);
  },
  chosen: [],
};

export const EVENT_PLAYS = {
  'event-envelope=cloud-events': {
    ...viesEnvelope,
    switched: [['datacontenttype', 'id', 'source', 'specversion', 'time', 'type'], 'DE200'],
  },
  'event-envelope=with-version': {
    ...viesEnvelope,
    switched: [['createdAt', 'id', 'organizationUuid', 'schemaVersion', 'type'], 'DE200'],
  },
  'event-timestamps=unix-seconds': { ...times, switched: ['number', 'number'] },
  'event-timestamps=with-offset': { ...times, switched: ['+01:00', '+01:00'] },
  'event-payload-requiredness=nulls': { ...unset, switched: [null, null, 'string', null] },
  'event-payload-requiredness=nulls-left-out': { ...unset, switched: [undefined, undefined, 'string', undefined] },
  'status-change-emission=every-recomputation': {
    ...statusChanges,
    switched: ['INCOMPLETE', 'INCOMPLETE', 'INCOMPLETE'],
  },
  'decision-repeat=when-different': { ...decisions, switched: ['VALID_EXPORT'] },
  'vies-failure-emission=after-valid': { ...failures, switched: [] },
} as const satisfies Partial<Record<Choice, Play>>;
