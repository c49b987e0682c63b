import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { bundleMcp } from '../scripts/package/bundle-program.ts';
import { packageFile } from '../src/edges/files/package-files.ts';
import { type RunningCommand, startHere } from '../test/support/command-line.ts';
import { BUYER, SELLER, newOrder } from '../test/support/sample-order.ts';
import { TOOLS } from './tools.ts';
import { type StartedMock, startMock } from '../test/support/start-mock.ts';

// What a coding agent finds out about a client that is wrong, through the official client of the protocol. The agent's part
// is a script: what it reads decides what it calls next, as its instructions say.

const PARTNER = `/partners/${SELLER}`;
const ORDERS = `${PARTNER}/orders`;
const CLIENT = { client_id: 'api-client-demo', client_secret: 'demo-secret' };
const MOST_CALLS = 5;

let started: StartedMock;
let agent: Client;
/** Of the tools, over HTTP. */
let url: string;
let command: RunningCommand | undefined;

beforeAll(async () => {
  await bundleMcp(packageFile('dist'));
}, 120_000);

afterEach(async () => {
  await agent.close();
  command?.signal('SIGTERM');
  await command?.ended;
  command = undefined;
  await started.stop();
});

const connect = async (...flags: readonly string[]): Promise<void> => {
  started = await startMock();
  agent = new Client({ name: 'test', version: '1' });
  const credentials = {
    VATMOCK_CLIENT_ID: CLIENT.client_id,
    VATMOCK_CLIENT_SECRET: CLIENT.client_secret,
    VATMOCK_URL: started.mock.url,
  };
  if (!flags.includes('--port')) {
    const args = [packageFile('src', 'cli.js'), 'mcp', ...flags];
    await agent.connect(new StdioClientTransport({ command: process.execPath, args, env: credentials }));
    return;
  }
  command = startHere(['mcp', ...flags], credentials);
  [, url = ''] = await command.says('stdout', /(http:\S+);/);
  await agent.connect(new StreamableHTTPClientTransport(new URL(url)));
};

/** Calls of tools so far. */
let calls = 0;

const call = async (name: string, given: Record<string, unknown> = {}): Promise<ReturnType<typeof JSON.parse>> => {
  calls += 1;
  const { content, isError } = await agent.callTool({ name, arguments: given });
  const [first] = content as unknown as [{ readonly text: string }];
  if (isError === true) throw new Error(first.text);
  return JSON.parse(first.text);
};

/** What a model does with these tools: why the newest refusal came, how to do it right, and what there is to find beyond it. */
const investigate = async (): Promise<{ readonly refusal?: string; readonly findings: readonly string[] }> => {
  const { requests } = await call('list_requests', { outcome: 'refused', limit: 1 });
  const [refused] = requests as readonly { readonly id: string; readonly operationId: string }[];
  const { findings } = await call('list_findings');
  const rules = (findings as readonly { readonly rule: string }[]).map(({ rule }) => rule);
  if (refused === undefined) return { findings: rules };
  const { refusedBy, smallestChange } = await call('explain_request', { id: refused.id });
  expect(await call('show_operation', { operationId: refused.operationId })).toHaveProperty('requestBody');
  return { refusal: JSON.stringify([refusedBy.because, smallestChange]), findings: rules };
};

/** Sends one call of the client under development. */
const send = async (
  method: string,
  path: string,
  {
    body,
    token = started.mock.token(),
    ...headers
  }: { readonly body?: object; readonly token?: Promise<string>; [header: string]: unknown } = {},
): Promise<ReturnType<typeof JSON.parse>> => {
  const answer = await fetch(started.mock.baseUrl + path, {
    method,
    headers: {
      ...(headers as Record<string, string>),
      authorization: `Bearer ${await token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return answer.json();
};

/** The mistakes of clients. Each is told by a refusal, or by a finding where the request was accepted. */
const MISTAKES: readonly (readonly [mistake: string, make: () => Promise<unknown>, told: Record<string, unknown>])[] = [
  [
    'sends no Idempotency-Key',
    () => send('POST', ORDERS, { body: newOrder() }),
    { refusal: expect.stringContaining('Header Idempotency-Key is required') },
  ],
  [
    'sends a date as a number',
    () => send('POST', ORDERS, { body: { ...newOrder(), purchaseDate: 20_261_130 }, 'idempotency-key': 'a' }),
    { refusal: expect.stringContaining('purchaseDate') },
  ],
  [
    'changes a buyer without If-Match',
    () => send('PATCH', `${PARTNER}/buyers/${BUYER}`, { body: { companyName: 'New' }, 'idempotency-key': 'a' }),
    { findings: expect.arrayContaining(['patch-without-if-match']) },
  ],
  [
    'fetches a token for every call',
    async () => {
      for (let turn = 0; turn < 6; turn++) await send('GET', '/me', { token: fetchToken() });
    },
    { findings: expect.arrayContaining(['token-per-call']) },
  ],
  [
    'sends an order again under a new key',
    async () => {
      const body = newOrder();
      for (const key of ['a', 'b']) await send('POST', ORDERS, { body, 'idempotency-key': key });
    },
    { findings: expect.arrayContaining(['retry-with-new-key']) },
  ],
];

describe.each([
  ['over stdio', []],
  ['over streamable HTTP', ['--port', '0']],
])('an agent %s', (_, flags) => {
  test.each(MISTAKES)('finds that a client %s', async (_mistake, make, told) => {
    await connect(...flags);
    await make();
    calls = 0;
    expect(await investigate()).toMatchObject(told);
    expect(calls).toBeLessThanOrEqual(MOST_CALLS);
  });

  test('may read, and change nothing unless that is allowed', async () => {
    await connect(...flags);
    const { tools } = await agent.listTools();
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
    await expect(agent.callTool({ name: 'advance_clock', arguments: { by: 'PT1H' } })).rejects.toThrow(/not found/);
  });

  test('plays a scenario, brings an order to its end and lets time pass, where it may', async () => {
    await connect('--allow-changes', ...flags);
    const { orders } = await call('next_steps');
    const [{ externalOrderId }] = orders;
    const { order } = await call('bring_order_to', { order: externalOrderId, goal: 'INVOICE_SUBMITTED' });
    expect(order.status).toBe('INVOICE_SUBMITTED');
    expect(await call('play_scenario', { name: 'lost-answer' })).toMatchObject({ active: true });
    expect(await call('advance_clock', { by: 'PT72H' })).toHaveProperty('now');
    await expect(call('advance_clock', { by: 'three days' })).rejects.toThrow(/duration/);
  });
});

const fetchToken = async (): Promise<string> => {
  const form = { grant_type: 'client_credentials', ...CLIENT };
  const answer = await fetch(started.mock.tokenUrl, { method: 'POST', body: new URLSearchParams(form) });
  return ((await answer.json()) as { readonly access_token: string }).access_token;
};

test('only programs of this machine are served over HTTP: a page of another origin is refused', async () => {
  await connect('--port', '0');
  const refused = await fetch(url, { method: 'POST', headers: { origin: 'https://elsewhere.example' } });
  expect(refused.status).toBe(403);
});

test('a port that is in use is told', async () => {
  await connect('--port', '0');
  const { code, stderr } = await startHere(['mcp', '--port', new URL(url).port], { VATMOCK_URL: started.mock.url })
    .ended;
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('is in use') });
});

test('finds nothing in a client that makes no mistake', async () => {
  await connect();
  await send('GET', '/me');
  await send('POST', ORDERS, { body: newOrder(), 'idempotency-key': 'a' });
  expect(await investigate()).toEqual({ findings: [] });
});

test('a refusal of a tool has all that the server says: what came instead of the webhook that was awaited', async () => {
  await connect();
  await expect(call('wait_for_webhook', { eventType: 'prospect.submitted', seconds: 1 })).rejects.toThrow(
    /0 of 1 deliveries.*"cameInstead":\[\]/,
  );
  // One that nobody receives is not delivered.
  await started.api.post('/webhooks', { url: 'http://127.0.0.1:9/hooks', events: ['prospect.*'] });
  const event = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"type":"prospect.submitted"}',
  };
  expect((await fetch(`${started.mock.url}/__admin/events`, event)).status).toBeLessThan(300);
  await expect(call('wait_for_webhook', { eventType: 'prospect.submitted', seconds: 1 })).rejects.toThrow(
    /"cameInstead":\[.*"expected":"DELIVERED"/,
  );
});

test('an operation whose schemas name each other again and again is shown once for each', async () => {
  const next = (level: number) => ({ $ref: `#/components/schemas/L${String(level + 1)}` });
  const schemas = Object.fromEntries(
    Array.from({ length: 60 }, (_, level) => [
      `L${String(level)}`,
      level === 59 ? { type: 'string' } : { type: 'object', properties: { a: next(level), b: next(level) } },
    ]),
  );
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/L0' } } };
  const operation = {
    operationId: 'grow',
    requestBody: { content },
    responses: { '200': { description: 'Grown.', content } },
  };
  const description = { paths: { '/grow': { post: operation } }, components: { schemas } };
  const shown = await TOOLS.find(({ name }) => name === 'show_operation')?.run(() => Promise.resolve(description), {
    operationId: 'grow',
  });
  expect(shown).toMatchObject({ requestBody: { content }, responses: { '200': 'Grown.' } });
  expect(Object.keys((shown as { readonly named: object }).named)).toHaveLength(60);
});
