import { type Server, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { findPort } from '../../support/find-port.ts';
import { eventsAbout, readEvents } from '../../support/read-events.ts';
import { type StartedMock, startMock } from '../../support/start-mock.ts';
import { SELLER as DEMO_SELLER, createWorkflow, succeed } from '../../support/workflow.ts';
import { createAdminClient } from '../control-api/admin-client.ts';
import { CLIENT, SELLER } from '../documents/documents-client.ts';
import { deliver } from '../export-file/deliver.ts';

const PATH = '/mock';

let proxy: Server;
let started: StartedMock;
let host: string;

/** A server behind a proxy that forwards what is below a path, and nothing else. */
beforeAll(async () => {
  const port = await findPort();
  proxy = createServer((incoming, outgoing) => {
    const { method, headers, url = '' } = incoming;
    if (!url.startsWith(`${PATH}/`)) {
      outgoing.writeHead(404).end('not below the path');
      return;
    }
    const forwarded = request({ port, method, headers, path: url.slice(PATH.length) }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  host = `http://127.0.0.1:${String((proxy.address() as AddressInfo).port)}`;
  started = await startMock({ port, publicUrl: host + PATH });
});
afterAll(async () => {
  await started.stop();
  proxy.closeAllConnections();
  proxy.close();
});

test('an Export File is downloaded where its answer and its event say', async () => {
  const { mock, api, clock } = started;
  const workflow = createWorkflow(api, clock, { as: CLIENT, seller: SELLER });
  const { orderUuid } = await workflow.begin();
  await deliver(workflow, orderUuid);
  const { documentId, downloadUrl } = succeed(await api.get(`/orders/${orderUuid}/export-file`, { as: CLIENT })).body;
  expect(downloadUrl).toBe(`/mock/v1/documents/${String(documentId)}/download`);
  const event = eventsAbout(await readEvents(mock, api, CLIENT), orderUuid).at(-1);
  expect(event).toMatchObject({ type: 'export_file.generated', data: { downloadUrl } });
  expect((await api.get(host + String(downloadUrl), { as: CLIENT })).status).toBe(200);
  const faked = await api.get(`/orders/${orderUuid}/export-file`, { as: CLIENT, headers: { prefer: 'dynamic=true' } });
  expect(faked.body.downloadUrl).toMatch(/^\/mock\/v1\/documents\/[^/]+\/download$/);
});

test('every other link leads below the path', async () => {
  const { mock, api } = started;
  const admin = createAdminClient(started);
  const invitation = succeed(
    await api.post(`/partners/${DEMO_SELLER}/prospects/self-service-invitations`, {
      email: 'buyer@example.com',
    }),
  );
  const { url: link } = invitation.body as { url: string };
  const { data: mails } = succeed(await admin('GET', '/mail')).body as { data: { text: string }[] };
  const { url: inbox } = succeed(await admin('GET', '/inbox/shop')).body as { url: string };
  const problem = await api.get('/orders/nothing');
  const links = [link, inbox, problem.body.type, invitation.headers['location'], mock.baseUrl, mock.tokenUrl];
  expect(links.filter((each) => !String(each).startsWith(`${host}/mock/`))).toEqual([]);
  expect(JSON.stringify(mails)).toContain(link);
  expect((await api.get(link, { as: null })).status).toBe(200);
  expect((await api.post(inbox, {}, { as: null })).status).toBeLessThan(300);
});
