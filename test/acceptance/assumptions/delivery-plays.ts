import type { Choice } from '../../../src/generated/assumption-choices.ts';
import type { ApiAnswer } from '../../support/api-client.ts';
import { succeed } from '../../support/workflow.ts';
import type { Play, Stage } from './play.ts';

/** Nobody listens there. */
const URL = 'http://127.0.0.1:9/hook';
const FIRED = { eventType: 'prospect.submitted', data: {} };

const register = async ({ api }: Stage, events: readonly string[]): Promise<string> =>
  String(succeed(await api.post('/webhooks', { url: URL, events })).body.id);

/** Its test fire fails until nothing more is tried. */
const failTestFire = async ({ mock, api }: Stage, id: string): Promise<void> => {
  await mock.clock.freeze();
  succeed(await api.post(`/webhooks/${id}/test`, FIRED));
  await mock.clock.advance({ by: 'PT72H' });
  await mock.idle();
};

/** Three days later every token that we had has expired. */
const read = async ({ mock, api }: Stage, path: string): Promise<ApiAnswer> =>
  api.get(path, { as: null, headers: { authorization: `Bearer ${await mock.token()}` } });

export const DELIVERY_PLAYS = {
  'auto-pause-counting=test-deliveries-too': {
    observe: async (stage): Promise<unknown> => {
      const id = await register(stage, ['kyc.*']);
      await failTestFire(stage, id);
      return (await read(stage, `/webhooks/${id}`)).body.status;
    },
    chosen: 'ACTIVE',
    switched: 'PAUSED',
  },
  'retry-schedule=exponential': {
    observe: async (stage): Promise<unknown> => {
      const id = await register(stage, ['kyc.*']);
      await failTestFire(stage, id);
      const { body } = await read(stage, `/webhooks/${id}/deliveries`);
      const [{ attempts, status, createdAt, lastAttemptAt }] = body.data;
      return [attempts, status, (Date.parse(lastAttemptAt) - Date.parse(createdAt)) / 1000];
    },
    chosen: [10, 'FAILED', 64 * 3600 + 35 * 60 + 5],
    switched: [10, 'FAILED', 62 * 3600 + 52 * 60 + 23],
  },
  'operational-event-recipients=subscribers': {
    observe: async (stage) => {
      const failing = await register(stage, ['kyc.*']);
      const others = [await register(stage, ['prospect.submitted']), await register(stage, ['webhook.*'])];
      await failTestFire(stage, failing);
      const told = others.map(async (id): Promise<unknown> => {
        const { body } = await read(stage, `/webhooks/${id}/deliveries`);
        return body.data.map(({ eventType }: { readonly eventType: string }) => eventType);
      });
      return Promise.all(told);
    },
    chosen: [['webhook.delivery_failed_terminal'], ['webhook.delivery_failed_terminal']],
    switched: [[], ['webhook.delivery_failed_terminal']],
  },
} as const satisfies Partial<Record<Choice, Play>>;
