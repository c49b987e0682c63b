import path from 'node:path';
import type { Attack } from '../attack.ts';
import { type Sending, send } from '../network/send.ts';
import { createTenant } from '../tenant/create-tenant.ts';
import { postOrder } from '../tenant/post-order.ts';
import { startWith } from './start-with.ts';

/** Kibibytes that a file may have: a full disk, for whom is not root. */
const SPACE = 3072;
const WRITES = 400;

export const fullDisk: Attack = {
  name: 'full-disk',
  threat: 'On a full disk, writes were 500 and the server said that it was ready.',
  wanted: 'Writes 507 or 503, reads as before, and the process stays.',
  unattended: true,
  play: async (stage) => {
    const data = path.join(stage.folder, 'full');
    const flags = ['--mode', 'hosted', '--public-url', 'https://stub.example', '--data', data, '--log-level', 'error'];
    const { server, exit } = await startWith(stage, { flags, diskKibibytes: SPACE });
    stage.expect(exit === undefined, 'the server did not start');
    const tenant = await createTenant(server.url);
    const { token } = tenant;
    const there = { send: (sending: Sending) => send(server.url, sending) };
    const writes = [];
    for (let count = 0; count < WRITES; count++) {
      writes.push(await postOrder(there, tenant, `FULL-${String(count)}`, 40, count * 100));
      if (!server.isAlive()) break;
    }
    stage.expectStatuses(writes, [201, 503, 507]);
    stage.expect(
      writes.some(({ status }) => status === 507 || status === 503),
      'the disk was never full',
    );
    stage.expectStatuses([await send(server.url, { path: '/v1/me', token })], [200]);
    // The limit of a file does not fill the disk: readiness need not see it.
    stage.expectStatuses([await send(server.url, { path: '/__admin/ready' })], [200, 503]);
    stage.expect(server.isAlive(), `the server ${server.ending()}`);
  },
};
