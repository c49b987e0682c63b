import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { faultsOf } from '../../support/strict-ajv.ts';
import { type StartedMock, startMock } from '../../support/start-mock.ts';
import {
  type AdminClient,
  type NewSandbox,
  createAdminClient,
  createSandbox,
  succeed,
} from '../control-api/admin-client.ts';
import { POSTMAN_FORMAT } from './formats.ts';
import { type PostmanCollection, runPostman } from './run-postman.ts';

interface Read {
  readonly data: readonly { readonly externalOrderId: string; readonly exportFileReady: boolean }[];
}

// Storyboards in which nothing but calls of the API and time bring about what happens.
describe.each(['order-to-export-file', 'lost-answer-kept-order'])(
  'the calls of the storyboard %s are made again to their end',
  (storyboard) => {
    let started: StartedMock;
    let admin: AdminClient;
    let played: NewSandbox;
    beforeAll(async () => {
      started = await startMock();
      admin = createAdminClient(started);
      played = await createSandbox(admin);
      succeed(await admin('PUT', `/show?sandbox=${played.id}`, { body: { storyboard } }));
      let status: string;
      do {
        const { body } = succeed(await admin('POST', `/show/next?sandbox=${played.id}`));
        ({ status } = (body as { readonly show: { readonly status: string } }).show);
        expect(status).not.toBe('failed');
      } while (status !== 'finished');
    });
    afterAll(() => started.stop());

    const take = async (format: string) =>
      succeed(await admin('GET', `/leave-behind?format=${format}&sandbox=${played.id}`));
    const ordersOf = async ({ id }: NewSandbox): Promise<readonly object[]> => {
      const { data } = succeed(await admin('GET', `/records/orders?limit=100&sandbox=${id}`)).body as unknown as Read;
      return data
        .map(({ externalOrderId, exportFileReady }) => ({ externalOrderId, exportFileReady }))
        .sort((one, other) => one.externalOrderId.localeCompare(other.externalOrderId));
    };
    const leavesSame = async (other: NewSandbox): Promise<void> => {
      expect(await ordersOf(other)).toEqual(await ordersOf(played));
      expect(succeed(await admin('GET', `/clock?sandbox=${other.id}`)).body).toMatchObject({ frozen: false });
    };

    test('in the format of Postman', async () => {
      expect(faultsOf(new Ajv2020({ allErrors: true }).compile(POSTMAN_FORMAT), (await take('postman')).body)).toEqual(
        [],
      );
    });

    test('by the Postman collection', async () => {
      const other = await createSandbox(admin);
      await runPostman((await take('postman')).body as PostmanCollection, other);
      await leavesSame(other);
    });

    test('by the Postman collection, in a sandbox whose clock is a year ahead', async () => {
      const other = await createSandbox(admin);
      succeed(await admin('POST', `/clock/advance?sandbox=${other.id}`, { body: { by: 'P365D' } }));
      await runPostman((await take('postman')).body as PostmanCollection, other);
    });
  },
);

test('the page of calls says when the clock moved', async () => {
  const started = await startMock();
  const admin = createAdminClient(started);
  await started.api.get('/me');
  await started.api.get('/orders');
  succeed(await admin('POST', '/clock/advance', { body: { by: 'PT2M' } }));
  await started.api.get('/me');
  const { text } = succeed(await admin('GET', '/leave-behind?format=transcript'));
  expect([...text.matchAll(/<article>|The clock moved by [^<]+/g)].map(([found]) => found)).toEqual([
    '<article>',
    '<article>',
    'The clock moved by 2 minutes',
    '<article>',
  ]);
  await started.stop();
});
