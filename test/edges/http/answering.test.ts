import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createAnswering } from '../../../src/edges/http/answering.ts';
import { createBodyBudget } from '../../../src/edges/http/body-budget.ts';
import { textContent } from '../../../src/kernel/http.ts';

const MEBIBYTE = 1_048_576;
/** More than the system keeps for a client that does not read. */
const LARGE = 32 * MEBIBYTE;

const server = createServer();
let port: number;
beforeEach(async () => {
  const answer = createAnswering({
    handle: ({ path }) =>
      Promise.resolve({
        status: 200,
        headers: {},
        content: textContent('x'.repeat(path === '/large' ? LARGE : 10), 'text/plain'),
      }),
    after: () => ({ cancel: () => undefined }),
    isLast: () => false,
    budget: createBodyBudget({ total: MEBIBYTE, perHolder: MEBIBYTE }),
    problemBase: () => 'https://stub.example',
  });
  server.removeAllListeners('request').on('request', (incoming, outgoing) => {
    answer(incoming, outgoing, () => '');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const get = (path: string): Promise<Response> => fetch(`http://127.0.0.1:${String(port)}${path}`);

test('large responses to clients that do not read use up the memory for bodies', async () => {
  const reader = connect(port, '127.0.0.1').pause();
  reader.write('GET /large HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await once(server, 'request');
  const refused = await get('/large');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await refused.json()).toMatchObject({ type: 'https://stub.example/problems/unavailable', instance: '/large' });
  expect((await get('/small')).status).toBe(200);
  reader.destroy();
  await once(reader, 'close');
  for (;;) {
    const answer = await get('/large');
    const { length } = await answer.text();
    if (answer.status === 503) continue;
    expect(length).toBe(LARGE);
    break;
  }
});
