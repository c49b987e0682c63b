import type { Choice } from '../../../src/generated/assumption-choices.ts';
import { succeed } from '../../support/workflow.ts';
import type { Play, Stage } from './play.ts';
import { openInbox, received } from './received.ts';

/** Nobody listens there. */
const URL = 'http://127.0.0.1:9/hook';
const FIRED = { eventType: 'prospect.submitted', data: {} };

const register = async ({ api }: Stage, events: readonly string[]): Promise<string> =>
  String(succeed(await api.post('/webhooks', { url: URL, events })).body.id);

/** Signs a test fire to an inbox: which headers it has, and what a receiver thinks that verifies them. */
const signature: Pick<Play, 'observe' | 'chosen'> = {
  observe: async (stage): Promise<unknown> => {
    const id = await openInbox(stage, ['prospect.*']);
    succeed(await stage.api.post(`/webhooks/${id}/test`, FIRED));
    const [message] = await received(stage);
    const names = message?.headers.map(({ name }) => name.toLowerCase()) ?? [];
    const signs = (name: string): boolean => names.includes(name);
    return [message?.signature.verdict, ['webhook-signature', 'x-hub-signature-256'].filter(signs)];
  },
  chosen: ['valid', []],
};

/** A receiver that is paused while something is on its way, and while something happens. */
const pause: Pick<Play, 'observe' | 'chosen'> = {
  observe: async (stage): Promise<unknown> => {
    const { mock, api, clock, flow } = stage;
    const id = await register(stage, ['kyc.*']);
    succeed(await api.post(`/webhooks/${id}/test`, FIRED));
    await mock.idle();
    succeed(await api.patch(`/webhooks/${id}`, { status: 'PAUSED' }));
    succeed(await flow.createBuyer({ vatNumber: 'DE200' }));
    clock.advance(10_000);
    await mock.idle();
    const states = async (): Promise<unknown> =>
      (await api.get(`/webhooks/${id}/deliveries`)).body.data.map(
        ({ eventType, status, nextRetryAt }: Readonly<Record<string, unknown>>) =>
          `${String(eventType)} ${String(status)} ${nextRetryAt === null ? 'waits' : 'goes on'}`,
      );
    const paused = await states();
    await mock.clock.freeze();
    succeed(await api.patch(`/webhooks/${id}`, { status: 'ACTIVE' }));
    await mock.idle();
    return [paused, await states()];
  },
  chosen: [
    ['kyc.vies_check_failed PENDING waits', 'prospect.submitted PENDING waits'],
    ['kyc.vies_check_failed PENDING waits', 'prospect.submitted PENDING waits'],
  ],
};

export const DELIVERY_PLAYS = {
  'signature-format=standard-webhooks': { ...signature, switched: ['valid', ['webhook-signature']] },
  'signature-format=github': { ...signature, switched: ['valid', ['x-hub-signature-256']] },
  'signature-format=decoded-key': {
    observe: async (stage): Promise<unknown> => {
      const id = await openInbox(stage, ['prospect.*']);
      succeed(await stage.api.post(`/webhooks/${id}/test`, FIRED));
      const [message] = await received(stage);
      // Judged as it was signed when the switch is moved back: by the text of the secret.
      await stage.mock.assume({ 'signature-format': null });
      await stage.api.call('DELETE', `${stage.mock.url}/__admin/inbox/shop`, { as: null });
      const headers = Object.fromEntries(message?.headers.map(({ name, value }) => [name.toLowerCase(), value]) ?? []);
      const again = { 'content-type': 'application/json', 'x-service-signature': headers['x-service-signature'] };
      await stage.api.post(`${stage.mock.url}/__inbox/shop`, message?.body, { as: null, headers: again });
      const [repeated] = await received(stage);
      return [message?.signature.verdict, repeated?.signature.verdict];
    },
    chosen: ['valid', 'valid'],
    switched: ['valid', 'invalid'],
  },
  'delivery-fan-out=per-subscription': {
    observe: async (stage): Promise<unknown> => {
      await openInbox(stage, ['kyc.*', 'kyc.vies_check_failed']);
      succeed(await stage.flow.createBuyer({ vatNumber: 'DE200' }));
      stage.clock.advance(10_000);
      return (await received(stage)).length;
    },
    chosen: 1,
    switched: 2,
  },
  'paused-endpoint-policy=resumed': {
    ...pause,
    switched: [
      ['kyc.vies_check_failed PENDING waits', 'prospect.submitted PENDING waits'],
      ['kyc.vies_check_failed PENDING goes on', 'prospect.submitted PENDING goes on'],
    ],
  },
  'paused-endpoint-policy=dropped': {
    ...pause,
    switched: [['prospect.submitted PENDING waits'], ['prospect.submitted PENDING waits']],
  },
} as const satisfies Partial<Record<Choice, Play>>;
