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

const conditional: Pick<Play, 'observe' | 'chosen'> = {
  observe: async (stage) => {
    const [completed] = await heard(stage, 'kyc.verification_completed', verifyBuyer);
    const [used] = await heard(stage, 'self_service_invitation.used', submitProspect);
    return [completed?.data['reason'], used?.data['buyerUuid'], typeof used?.data['prospectUuid']];
  },
  chosen: [undefined, undefined, 'string'],
};

const lastStatus: Pick<Play, 'observe' | 'chosen'> = {
  observe: async (stage) =>
    (await heard(stage, 'webhook.delivery_failed_terminal', failDelivery)).map(({ data }) => data['lastHttpStatus']),
  chosen: [null],
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
  'event-envelope=seller-in-envelope': {
    ...viesEnvelope,
    switched: [['createdAt', 'id', 'organizationUuid', 'partnerUuid', 'type'], 'DE200'],
  },
  'event-envelope=with-version': {
    ...viesEnvelope,
    switched: [['createdAt', 'id', 'organizationUuid', 'schemaVersion', 'type'], 'DE200'],
  },
  'event-envelope=payload-on-top': {
    ...viesEnvelope,
    switched: [
      [
        'buyerUuid',
        'checkedAt',
        'createdAt',
        'currentResult',
        'id',
        'organizationUuid',
        'previousResult',
        'reason',
        'type',
        'vatNumber',
      ],
      undefined,
    ],
  },
  'event-timestamps=unix-seconds': { ...times, switched: ['number', 'number'] },
  'event-timestamps=with-offset': { ...times, switched: ['+01:00', '+01:00'] },
  'event-conditional-fields=nulls': { ...conditional, switched: [null, null, 'string'] },
  'event-conditional-fields=reason-always': {
    ...conditional,
    switched: ['The buyer was verified', undefined, 'string'],
  },
  'event-null-values=left-out': { ...lastStatus, switched: [undefined] },
  'event-null-values=zero': { ...lastStatus, switched: [0] },
  'event-reasons=code': {
    observe: async (stage) => {
      const [failed] = await heard(stage, 'kyc.vies_check_failed', failVies);
      return /^[A-Z_]+$/.test(String(failed?.data['reason']));
    },
    chosen: false,
    switched: true,
  },
  'vies-event-results=booleans': {
    observe: async (stage) => {
      const [failed] = await heard(stage, 'kyc.vies_check_failed', failVies);
      return [failed?.data['previousResult'], failed?.data['currentResult']];
    },
    chosen: ['PENDING', 'INVALID'],
    switched: [null, false],
  },
  'export-file-event-version=of-the-order': {
    observe: async (stage) => {
      let orderVersion: unknown;
      const [generated] = await heard(stage, 'export_file.generated', async () => {
        orderVersion = (await stage.flow.order(await sell(stage))).body.version;
      });
      return generated?.data['version'] === orderVersion;
    },
    chosen: false,
    switched: true,
  },
  'export-file-event-download-url=below-version': {
    observe: async (stage) => {
      let read: unknown;
      const [generated] = await heard(stage, 'export_file.generated', async () => {
        read = (await stage.api.get(`/orders/${await sell(stage)}/export-file`)).body.downloadUrl;
      });
      const beginningOf = (url: unknown) => String(url).split('/')[1];
      return [beginningOf(generated?.data['downloadUrl']), beginningOf(read)];
    },
    chosen: ['v1', 'v1'],
    switched: ['documents', 'documents'],
  },
  'event-emission=used-alone': {
    observe: async (stage) => {
      await openInbox(stage);
      await submitProspect(stage);
      const told = (await received(stage)).map(({ body }) => (JSON.parse(body) as { type: string }).type);
      return told.sort();
    },
    chosen: ['prospect.submitted', 'self_service_invitation.used'],
    switched: ['self_service_invitation.used'],
  },
  'status-change-emission=every-recomputation': {
    ...statusChanges,
    switched: ['INCOMPLETE', 'INCOMPLETE', 'INCOMPLETE'],
  },
  'status-change-emission=on-creation': { ...statusChanges, switched: ['INCOMPLETE'] },
  'status-change-emission=blockers-too': { ...statusChanges, switched: ['INCOMPLETE', 'INCOMPLETE'] },
  'decision-repeat=when-different': { ...decisions, switched: ['VALID_EXPORT'] },
  'decision-repeat=once': { ...decisions, switched: ['VALID_EXPORT'] },
  'vies-failure-emission=after-valid': { ...failures, switched: [] },
  'vies-failure-emission=every-invalid': { ...failures, switched: ['PENDING', 'INVALID'] },
} as const satisfies Partial<Record<Choice, Play>>;
