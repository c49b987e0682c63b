import { writeFile } from 'node:fs/promises';
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import { closedBy } from '../../support/closed-by.ts';
import { runCommand } from '../../../src/commands/run-command.ts';

import { createTestTerminal } from '../../support/test-terminal.ts';
import { succeed } from '../../support/workflow.ts';
import { createWebhookClient } from './webhook-client.ts';

const { folderOf, start } = closedBy(afterAll);
const started = await start();
const folder = await folderOf();

afterEach(() => started.mock.reset());

const { call, admin } = createWebhookClient(() => started);

const run = async (...args: readonly string[]) => {
  const terminal = createTestTerminal();
  const code = await runCommand(['verify', '--url', started.mock.url, ...args], terminal);
  return { code, text: terminal.lines.join('\n'), complaints: terminal.complaints.join('\n') };
};

/** A delivery that arrived in an inbox. */
const deliver = async () => {
  const { url } = succeed(await admin('GET', '/inbox/shop')).body as { readonly url: string };
  const { id, secret } = succeed(await call('POST', '/webhooks', { url, events: ['prospect.*'] })).body as {
    readonly id: string;
    readonly secret: string;
  };
  const event = { eventType: 'prospect.submitted', data: { note: 'Grüße' } };
  const { id: deliveryId } = succeed(await call('POST', `/webhooks/${id}/test`, event)).body as { readonly id: string };
  await started.mock.deliveries.await({ status: 'DELIVERED' });
  const [message] = (await started.mock.inbox('shop')).messages();
  if (message === undefined) throw new Error('nothing arrived');
  const headers = message.headers.map(({ name, value }) => `${name}: ${value}`);
  const signature = headers.find((line) => /^X-Service-Signature/i.test(line)) ?? '';
  return { id, secret, deliveryId, headers, signature, body: message.body };
};

const write = async (name: string, text: string): Promise<string> => {
  await writeFile(folder.file(name), text);
  return folder.file(name);
};

describe('vatmock verify', () => {
  test('says that a delivery is genuine, with every step', async () => {
    const { headers, body } = await deliver();
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
    const { signature, body, secret } = await deliver();
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
    const { id, deliveryId } = await deliver();
    expect((await run('--delivery', deliveryId, '--webhook', id)).code).toBe(0);
    const { code, text } = await run('--delivery', deliveryId, '--at', '2020-01-01T00:00:00Z');
    expect([code, text]).toEqual([1, expect.stringContaining('Cause: clock. ')]);
  });

  test('a body that is not UTF-8 is sent as it is', async () => {
    const { signature } = await deliver();
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

describe('mock.deliveries.verify', () => {
  test('checks like the control API', async () => {
    const { signature, body, secret } = await deliver();
    const wish = { headers: signature, body, secret };
    expect(await started.mock.deliveries.verify(wish)).toMatchObject({ genuine: true, causes: [] });
    const { genuine, causes } = await started.mock.deliveries.verify({ ...wish, body: `${body} ` });
    expect([genuine, causes.map(({ cause }) => cause)]).toEqual([false, ['body-reserialized']]);
    await expect(started.mock.deliveries.verify({ header: signature } as never)).rejects.toThrow(
      /not a SignatureRequest.*"header"/,
    );
  });
});
