import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from '@jest/globals';
import { createMock } from '../../../src/composition/create-mock.ts';
import type { Mock } from '../../../src/composition/mock.ts';
import { readCapsule } from '../../../src/commands/capsule/read-capsule.ts';
import { replayCapsule } from '../../support/replay.ts';
import type { Capsule } from '../../../src/engine/capsule/capsule.ts';
import { eventually } from '../../support/eventually.ts';
import { WAYS, describePostgres } from '../../support/postgres/describe-postgres.ts';
import { SELLER, sampleOrder } from '../../support/sample-order.ts';
import { toMultipart } from '../../support/workflow.ts';
import { isLongForm } from '../../support/long-form.ts';
import { tokenOf } from '../control-api/admin-client.ts';

const PDF = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(9_000_000, 0xe9)]);

const ORDERS = `/partners/${SELLER}/orders`;

for (const way of WAYS)
  describePostgres(
    'a recording of three servers',
    (database) => {
      const mocks: Mock[] = [];
      afterEach(async () => {
        for (const mock of mocks.splice(0)) await mock.close();
      });

      let schema = '';

      const storedOf = async (sandbox: string): Promise<readonly unknown[]> =>
        (
          await database.query(`SELECT name FROM ${schema}.log_pieces WHERE sandbox = $1 GROUP BY name ORDER BY name`, [
            sandbox,
          ])
        ).map(({ name }) => name);

      const startThree = async (): Promise<readonly [Mock, Mock, Mock]> => {
        const databaseUrl = database.freshUrl();
        schema = database.schemaOf(databaseUrl);
        const start = async (): Promise<Mock> => {
          const mock = await createMock({ databaseUrl, delays: 'skip' });
          mocks.push(mock);
          return mock;
        };
        return [await start(), await start(), await start()];
      };

      const call = async (mock: Mock, path: string, init: RequestInit = {}): Promise<Response> => {
        const headers = { authorization: `Bearer ${await mock.token()}`, ...(init.headers as Record<string, string>) };
        return fetch(`${mock.baseUrl}${path}`, { ...init, headers });
      };
      const order = (mock: Mock, number: number): Promise<Response> =>
        call(mock, ORDERS, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': `key-${String(number)}` },
          body: JSON.stringify(sampleOrder({ externalOrderId: `O-${String(number)}` })),
        });
      const control = async (mock: Mock, method: string, path: string, body?: object): Promise<void> => {
        const response = await fetch(`${mock.url}/__admin${path}`, {
          method,
          headers: { 'content-type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
        });
        expect([response.ok, response.ok ? '' : await response.text()]).toEqual([true, '']);
      };
      const exportFrom = async (mock: Mock): Promise<Capsule> => {
        const response = await fetch(`${mock.url}/__admin/capsule`);
        return readCapsule(await response.text(), 'capsule.json');
      };
      const told = ({ calls }: Capsule): readonly string[] =>
        calls.map((one) => (one.kind === 'control' ? `${one.method} ${one.path}` : `${one.method} ${one.path}`));

      test('contains what all of them answered, in order, whichever is asked', async () => {
        const [one, other, third] = await startThree();
        await control(other, 'POST', '/capsule/start');
        expect((await order(third, 1)).status).toBe(201);
        await control(one, 'POST', '/simulators/vies_outage/run', { country: 'DE' });
        expect((await call(other, '/me')).status).toBe(200);
        expect((await fetch(`${other.baseUrl}/me`)).status).toBe(401);
        await tokenOf({ tokenUrl: one.tokenUrl, clientId: 'api-client-demo', clientSecret: 'demo-secret' });
        await control(third, 'POST', '/simulators/vies_recovery/run', { country: 'DE' });
        expect((await order(one, 2)).status).toBe(201);
        const capsule = await exportFrom(third);
        expect(capsule.replay).toEqual({ possible: true, from: 'recording', remarks: [] });
        expect(told(capsule)).toEqual([
          `POST /v1${ORDERS}`,
          'POST /simulators/vies_outage/run',
          'GET /v1/me',
          'GET /v1/me',
          expect.stringMatching(/^POST .*\/token$/),
          'POST /simulators/vies_recovery/run',
          `POST /v1${ORDERS}`,
        ]);
        const { difference, played } = await replayCapsule(capsule);
        expect([difference, played]).toEqual([undefined, 5]);
        for (const mock of [one, other]) expect((await exportFrom(mock)).calls).toEqual(capsule.calls);
      });

      // Slow, and a pooler does not affect the limit.
      if (way === 'postgres' && isLongForm)
        test('takes no more than fits in, whichever servers answer, and says so at each of them', async () => {
          const [one, other, third] = await startThree();
          await control(one, 'POST', '/capsule/start');
          const { uuid } = (await (await order(one, 1)).json()) as { readonly uuid: string };
          const upload = async (mock: Mock): Promise<number> => {
            const { body, contentType } = toMultipart({ type: 'INVOICE' }, 'big.pdf', PDF);
            const headers = { 'content-type': contentType, 'idempotency-key': randomUUID() };
            return (await call(mock, `${ORDERS}/${uuid}/documents`, { method: 'POST', headers, body })).status;
          };
          for (const mock of [one, other, third, one]) expect(await upload(mock)).toBe(201);
          const paths = Array.from({ length: 3 }, () => `POST /v1${ORDERS}/${uuid}/documents`);
          for (const mock of [third, other, one]) {
            const capsule = await exportFrom(mock);
            expect(told(capsule)).toEqual([`POST /v1${ORDERS}`, ...paths]);
            expect(capsule.replay).toMatchObject({
              remarks: [expect.stringContaining('The recording ended early: it reached its limit of 33554432 bytes')],
            });
          }
          // Three exports of 84 MB each.
        }, 180_000);

      test('goes with its sandbox, and leaves nothing', async () => {
        const [one, other, third] = await startThree();
        const made = await fetch(`${one.url}/__admin/sandboxes`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{}',
        });
        const { id } = (await made.json()) as { readonly id: string };
        await control(one, 'POST', `/capsule/start?sandbox=${id}`);
        await control(other, 'POST', `/simulators/vies_outage/run?sandbox=${id}`, { country: 'DE' });
        // Nobody waits for it.
        await eventually(async () => (await storedOf(id)).includes('recording'));
        await control(third, 'DELETE', `/sandboxes/${id}`);
        expect(await storedOf(id)).toEqual([]);
      });
    },
    way,
  );
