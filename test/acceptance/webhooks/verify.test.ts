import { createHmac } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import { closedBy } from '../../support/closed-by.ts';
import { createTestTerminal } from '../../support/test-terminal.ts';
import { succeed } from '../../support/workflow.ts';
import { runCommand } from '../../../src/commands/run-command.ts';
import { type Hook, createWebhookClient } from './webhook-client.ts';

interface Check {
  readonly genuine: boolean;
  readonly steps: readonly { readonly step: string; readonly passed: boolean | null; readonly detail: string }[];
  readonly signed: { readonly text: string; readonly bytes: number; readonly complete: boolean } | null;
  readonly comparisons: readonly {
    readonly secret: string;
    readonly equal: boolean;
    readonly firstDifference: number | null;
  }[];
  readonly causes: readonly { readonly cause: string; readonly detail: string; readonly remedy: string }[];
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly headersFrom: string;
  readonly body: string;
}

interface Delivered {
  readonly webhook: Hook;
  readonly deliveryId: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

const { folderOf, start } = closedBy(afterAll);
const started = await start();
const folder = await folderOf();
afterEach(() => started.mock.reset());

const { admin, fire, register } = createWebhookClient(() => started);

const HEADER = 'X-Service-Signature';

const verify = async (request: Record<string, unknown>): Promise<Check> =>
  succeed(await admin('POST', '/webhooks/verify', request)).body as Check;

/** A delivery that arrived in an inbox. */
const deliver = async (): Promise<Delivered> => {
  const { url } = succeed(await admin('GET', '/inbox/shop')).body as { url: string };
  const webhook = await register(url);
  const { id } = await fire(webhook, 'prospect.submitted', { note: 'Grüße', amount: 1.5 });
  await started.mock.deliveries.await({ status: 'DELIVERED' });
  const { messages } = succeed(await admin('GET', '/inbox/shop')).body as {
    messages: { headers: { name: string; value: string }[]; body: string }[];
  };
  const message = messages.at(-1)!;
  const headers = Object.fromEntries(message.headers.map(({ name, value }) => [name, value]));
  return { webhook, deliveryId: id as string, headers, body: message.body };
};

const stepOf = ({ steps }: Check, wanted: string) => steps.find(({ step }) => step === wanted);
const causesOf = ({ causes }: Check): string[] => causes.map(({ cause }) => cause);
const nowInSeconds = (): string => String(Math.floor(Date.now() / 1000));

const signatureOf = (secret: string | Buffer, content: string, encoding: 'hex' | 'base64' = 'hex'): string =>
  createHmac('sha256', secret).update(content).digest(encoding);

describe('a delivery that arrived', () => {
  test('is genuine, and every step shows why', async () => {
    const { webhook, headers, body } = await deliver();
    const check = await verify({ headers, body, secret: webhook.secret });
    expect(check.causes).toEqual([]);
    expect(check.genuine).toBe(true);
    expect(check.steps.map(({ step, passed }) => [step, passed])).toEqual([
      ['headers', true],
      ['timestamp', true],
      ['content', null],
      ['digest', null],
      ['comparison', true],
    ]);
    const timestamp = /^t=(\d+),/.exec(headers[HEADER] ?? '')?.[1] ?? '';
    const bytes = Buffer.byteLength(body) + timestamp.length + 1;
    expect(check.signed).toEqual({ text: `${timestamp}.${body}`, bytes, complete: true });
    expect(stepOf(check, 'digest')?.detail).toContain(signatureOf(webhook.secret, `${timestamp}.${body}`));
  });

  test('is verified with the secrets of the sandbox if none is given, and no secret is shown', async () => {
    const { webhook, headers, body } = await deliver();
    const lines = Object.entries(headers).map(([name, value]) => `< ${name}: ${value}`);
    const answer = await admin('POST', '/webhooks/verify', {
      headers: `POST /hook HTTP/1.1\r\n${lines.join('\r\n')}`,
      body,
    });
    const check = succeed(answer).body as unknown as Check;
    expect(check.genuine).toBe(true);
    expect(stepOf(check, 'comparison')?.detail).toContain(`the current secret of ${webhook.id}`);
    expect(JSON.stringify(check)).not.toContain(webhook.secret);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('can be checked by its id alone, with the headers of an attempt made now', async () => {
    const { deliveryId, body } = await deliver();
    const check = await verify({ deliveryId });
    expect(check).toMatchObject({ genuine: true, headersFrom: 'made-now', body });
    expect(check.headers.map(({ name }) => name)).toEqual([HEADER]);
    const { status, body: problem } = await admin('POST', '/webhooks/verify', { deliveryId: 'del_0' });
    expect([status, problem.detail]).toEqual([404, expect.stringContaining('There is no delivery del_0')]);
  });

  test('is verified in base64 like in text', async () => {
    const { headers, body, webhook } = await deliver();
    const encoded = { headers, body: Buffer.from(body).toString('base64'), encoding: 'base64', webhookId: webhook.id };
    expect((await verify(encoded)).genuine).toBe(true);
  });
});

describe('a delivery that is not genuine', () => {
  test('says that the body was serialized again, and from where on it differs', async () => {
    const { webhook, headers, body } = await deliver();
    const pretty = JSON.stringify(JSON.parse(body), undefined, 2);
    const check = await verify({ headers, body: pretty, secret: webhook.secret });
    expect(causesOf(check)).toEqual(['body-reserialized']);
    expect(check.causes[0]?.detail).toContain('The first difference is at character 2;');
    expect(stepOf(check, 'comparison')?.passed).toBe(false);
    expect(check.comparisons[0]?.firstDifference).toBeGreaterThan('v1='.length);
  });

  test.each([
    ['with a line break', (body: string) => `${body}\n`],
    ['with spaces', (body: string) => JSON.stringify(JSON.parse(body), undefined, 4)],
  ])('finds the form of a body %s that the server never sent', async (_how, change) => {
    const { webhook } = await deliver();
    const body = '{"id":"elsewhere","note":"x"}';
    const at = nowInSeconds();
    const headers = { [HEADER]: `t=${at},v1=${signatureOf(webhook.secret, `${at}.${body}`)}` };
    expect(causesOf(await verify({ headers, body: change(body) }))).toEqual(['body-reserialized']);
  });

  test('says that the body was changed', async () => {
    const { headers, body } = await deliver();
    const check = await verify({ headers, body: body.replace('1.5', '9.5') });
    expect(causesOf(check)).toEqual(['body-changed']);
  });

  test('names the secret that it was signed with', async () => {
    const { webhook, headers, body } = await deliver();
    const check = await verify({ headers, body, secret: 'whsec_bm90IHRoZSByaWdodCBvbmU=' });
    expect(causesOf(check)).toEqual(['wrong-secret']);
    expect(check.causes[0]?.detail).toContain(webhook.id);
    expect(check.comparisons).toMatchObject([{ secret: 'given', equal: false }]);
  });

  test('recognizes what happens to secrets', async () => {
    const { webhook, body } = await deliver();
    const at = nowInSeconds();
    const by = async (key: string | Buffer, secret = webhook.secret) =>
      causesOf(
        await verify({ headers: { [HEADER]: `t=${at},v1=${signatureOf(key, `${at}.${body}`)}` }, body, secret }),
      );
    expect(await by(Buffer.from(webhook.secret.replace('whsec_', ''), 'base64'))).toEqual(['secret-decoding']);
    expect(await by(webhook.secret.replace('whsec_', ''))).toEqual(['secret-altered']);
    expect(await by('a key of somebody else')).toEqual(['wrong-secret']);
  });

  test('recognizes a rotation that has ended', async () => {
    const { webhook, headers, body } = await deliver();
    succeed(await admin('POST', `/webhooks/${webhook.id}/rotate-secret`, { window: 'PT0S' }));
    expect(causesOf(await verify({ headers, body }))).toEqual(['expired-secret']);
  });

  test('recognizes other content, other digests and other profiles', async () => {
    const { webhook, body } = await deliver();
    const at = nowInSeconds();
    const as = async (headers: Record<string, string>) => causesOf(await verify({ headers, body }));
    const digest = signatureOf(webhook.secret, `${at}.${body}`);
    expect(await as({ [HEADER]: `t=${at},v1=${signatureOf(webhook.secret, body)}` })).toEqual(['signed-content']);
    expect(await as({ [HEADER]: `t=${at},v1=${digest.toUpperCase()}` })).toEqual(['digest-encoding']);
    expect(await as({ 'X-Hub-Signature-256': `sha256=${signatureOf(webhook.secret, body)}` })).toEqual([
      'wrong-profile',
    ]);
    expect(await as({ [HEADER]: digest })).toEqual(['malformed-header']);
    expect(await as({ 'content-type': 'application/json' })).toEqual(['missing-header']);
  });

  test('tells a wrong clock from a wrong signature', async () => {
    const { headers, body } = await deliver();
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const check = await verify({ headers, body, at: later });
    expect([check.genuine, causesOf(check)]).toEqual([false, ['clock']]);
    expect([stepOf(check, 'timestamp')?.passed, stepOf(check, 'comparison')?.passed]).toEqual([false, true]);
    expect(check.causes[0]?.remedy).toContain('the time of its arrival');
    await started.mock.clock.advance({ by: 'P2D' });
    const sandboxTime = (await started.mock.clock.now()).toISOString();
    expect((await verify({ headers, body, at: sandboxTime })).causes[0]?.detail).toContain('clock of the sandbox');
  });
});

test('a request without a delivery names what is missing', async () => {
  const { status, body } = await admin('POST', '/webhooks/verify', { headers: 'a: b' });
  expect([status, body.errors]).toEqual([422, [expect.objectContaining({ field: 'body' })]]);
});

test('verifies in the format that the sandbox assumes', async () => {
  succeed(await admin('PATCH', '/assumptions', { 'signature-format': 'standard-webhooks' }));
  const { webhook, headers, body } = await deliver();
  expect((await verify({ headers, body, secret: webhook.secret })).genuine).toBe(true);
  const { 'webhook-id': _id, ...withoutId } = headers;
  expect((await verify({ headers: withoutId, body, secret: webhook.secret })).genuine).toBe(true);
});

const run = async (...args: readonly string[]) => {
  const terminal = createTestTerminal();
  const code = await runCommand(['verify', '--url', started.mock.url, ...args], terminal);
  return { code, text: terminal.lines.join('\n'), complaints: terminal.complaints.join('\n') };
};

/** As an access log or `curl` shows it. */
const deliverAsText = async () => {
  const { webhook, headers, body } = await deliver();
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return { secret: webhook.secret, headers: lines, signature: `${HEADER}: ${headers[HEADER] ?? ''}`, body };
};

const write = async (name: string, text: string): Promise<string> => {
  await writeFile(folder.file(name), text);
  return folder.file(name);
};

describe('vatmock verify', () => {
  test('says that a delivery is genuine, with every step', async () => {
    const { headers, body } = await deliverAsText();
    for (const end of ['\n', '\r\n']) {
      const file = await write('delivery.http', ['POST /hook HTTP/1.1', ...headers, '', body].join(end));
      const { code, text } = await run(file);
      expect(code).toBe(0);
      expect(text).toMatch(/^Genuine: a correct receiver accepts it\.\n\n\+ passed {2}headers /);
      expect(text).toMatch(/\n\+ passed {2}comparison /);
      expect(text).not.toContain('Cause:');
    }
  });

  test('says why a delivery is not genuine, and what to do', async () => {
    const { signature, body, secret } = await deliverAsText();
    const indented = JSON.stringify(JSON.parse(body), undefined, 2);
    const file = await write('delivery.http', `${signature}\n\n${indented}`);
    const { code, text } = await run(file, '--secret', secret);
    expect(code).toBe(1);
    expect(text).toMatch(/^Not genuine: a correct receiver refuses it\./);
    expect(text).toMatch(/\nx failed {2}comparison /);
    expect(text).toMatch(/\nCause: body-reserialized\. .+\nRemedy: .+$/);
    expect(text).not.toContain(secret);
  });

  test('takes a delivery of the sandbox, another time, and the secrets of one webhook endpoint', async () => {
    const { webhook, deliveryId } = await deliver();
    expect((await run('--delivery', deliveryId, '--webhook', webhook.id)).code).toBe(0);
    const { code, text } = await run('--delivery', deliveryId, '--at', '2020-01-01T00:00:00Z');
    expect([code, text]).toEqual([1, expect.stringContaining('Cause: clock. ')]);
  });

  test('a body that is not UTF-8 is sent as it is', async () => {
    const { signature } = await deliverAsText();
    const head = Buffer.from(`${signature}\n\n`);
    await writeFile(folder.file('delivery.bin'), Buffer.concat([head, Buffer.from([0xff, 0xfe, 0x00])]));
    const { code, text } = await run(folder.file('delivery.bin'));
    expect([code, text]).toEqual([1, expect.stringContaining('Not genuine')]);
  });

  test('says what it needs, and what it cannot read', async () => {
    expect(await run()).toMatchObject({ code: 2, complaints: expect.stringContaining('verify needs a delivery') });
    expect((await run('a', 'b')).complaints).toContain('verify takes one file, not 2');
    expect((await run(folder.file('none.http'))).complaints).toContain('none.http: ENOENT');
    const file = await write('headers.http', 'X-Service-Signature: t=1');
    expect((await run(file)).complaints).toContain('no empty line between the headers and the body');
    expect((await run(file, '--delivery', 'del_0')).complaints).toContain('use either FILE');
    expect(await run('--delivery', 'del_0')).toMatchObject({
      code: 1,
      complaints: expect.stringContaining('There is no delivery del_0'),
    });
  });
});

test('mock.deliveries.verify checks like the control API', async () => {
  const { signature, body, secret } = await deliverAsText();
  const wish = { headers: signature, body, secret };
  expect(await started.mock.deliveries.verify(wish)).toMatchObject({ genuine: true, causes: [] });
  const { genuine, causes } = await started.mock.deliveries.verify({ ...wish, body: `${body} ` });
  expect([genuine, causes.map(({ cause }) => cause)]).toEqual([false, ['body-reserialized']]);
  await expect(started.mock.deliveries.verify({ header: signature } as never)).rejects.toThrow(
    /not a SignatureRequest.*"header"/,
  );
});
