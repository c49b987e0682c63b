import { afterAll, describe, expect, test } from '@jest/globals';
import { closedBy } from '../../support/closed-by.ts';

import { createAdminClient } from './admin-client.ts';

const started = await closedBy(afterAll).start();
const admin = createAdminClient(started);

const CURL = { 'user-agent': 'curl/8.5.0', accept: '*/*' };

describe.each(['curl/8.5.0', 'HTTPie/3.2.2'])('%s', (agent) => {
  test('gets an answer indented', async () => {
    const { text, body, headers } = await admin('GET', '/health', { headers: { 'user-agent': agent } });
    expect(text).toBe(`{\n  "status": "UP",\n  "version": "${String(body.version)}"\n}\n`);
    expect(headers['content-length']).toBe(String(Buffer.byteLength(text)));
  });
});

test('a program gets it on one line, which ends like a line', async () => {
  const { text } = await admin('GET', '/health');
  expect(text).toMatch(/^\{"status":"UP","version":"[^"]+"\}\n$/);
});

test('refusals are indented too, and what stands in a text is left alone', async () => {
  const { text, body } = await admin('GET', '/events?page={"a":[1,2],"b":\\"c', { headers: CURL });
  expect(text).toBe(`${JSON.stringify(body, null, 2)}\n`);
  expect(text).toContain('{\\"a\\":[1,2]');
});

test('numbers keep their digits', async () => {
  const message = '{"amount":9007199254740993,"none":[],"nothing":{}}';
  await started.api.call('POST', `${started.mock.url}/__inbox/digits`, { as: null, body: message });
  const { text } = await admin('GET', '/inbox/digits', { headers: CURL });
  expect(text).toContain(JSON.stringify(message));
  expect(text).toContain('"answers": [],\n');
});

test('what is meant for a file is the same for everybody', async () => {
  for (const path of ['/state', '/requests.har?limit=1', '/capsule'])
    expect((await admin('GET', path, { headers: CURL })).headers['content-disposition']).toMatch(/^attachment; /);
  const [forCurl, forPrograms] = [await admin('GET', '/state', { headers: CURL }), await admin('GET', '/state')];
  expect(forCurl.text).toBe(forPrograms.text);
  expect(forCurl.text).toMatch(/^\{"format"/);
});
