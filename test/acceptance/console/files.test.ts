import { afterAll, describe, expect, test } from '@jest/globals';
import express from 'express';
import { writeFile } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expectProblem } from '../../support/expect-problem.ts';
import { findPort } from '../../support/find-port.ts';
import { closedBy } from '../../support/closed-by.ts';
import { ONE_PROCESS, startMock } from '../../support/start-mock.ts';
import { createTempFolder } from '../../support/temp-folder.ts';

const started = await closedBy(afterAll).start();

const at = (path: string): string => `${started.mock.url}${path}`;

/** Paths of what a page loads. */
const loadedBy = (page: string): readonly string[] =>
  [...page.matchAll(/(?:src|href)="(?!data:)([^"]+)"/g)].map(([, address]) => address!);

const scriptOf = (page: string): string => loadedBy(page).find((path) => path.includes('/main-'))!;

describe('the page', () => {
  test.each(['/__console', '/__console/', '/__console/orders/1234', '/__console/docs/hosting', '/__console/a.b'])(
    'is at %s',
    async (path) => {
      const answer = await fetch(at(path));
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      const page = await answer.text();
      expect(loadedBy(page).length).toBeGreaterThanOrEqual(2);
      for (const address of loadedBy(page)) expect((await fetch(at(address))).status).toBe(200);
    },
  );

  test('runs scripts and styles of the console alone, and stands in no frame', async () => {
    const { headers } = await fetch(at('/__console'));
    const assets = at('/__console/assets/');
    expect(headers.get('content-security-policy')).toBe(
      [
        `default-src 'none'; script-src ${assets}; style-src ${assets}; img-src 'self' data: blob:`,
        "connect-src 'self'; font-src 'self'; frame-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'",
        "form-action 'self'; require-trusted-types-for 'script'; trusted-types 'none'",
      ].join('; '),
    );
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-cache',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-mock-source': 'console',
    });
  });

  test('has nothing inline', async () => {
    const page = await (await fetch(at('/__console'))).text();
    expect(page).not.toMatch(/<style|style=|<script(?![^>]* src=)|\son\w+=/);
  });

  test('is not sent again to a browser that has it', async () => {
    const tag = (await fetch(at('/__console'))).headers.get('etag')!;
    const again = await fetch(at('/__console/traffic'), { headers: { 'if-none-match': tag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect(again.headers.get('content-security-policy')).toContain('trusted-types');
  });

  test('has its headers for HEAD too, and takes no other method', async () => {
    const head = await fetch(at('/__console'), { method: 'HEAD' });
    expect([head.status, Number(head.headers.get('content-length')) > 200]).toEqual([200, true]);
    const answer = await started.api.call('POST', at('/__console/orders'), { as: null });
    expectProblem(answer, started.mock, { status: 405, instance: '/__console/orders', detail: 'read with GET' });
    expect(answer.headers['allow']).toBe('GET, HEAD');
  });
});

describe('an asset', () => {
  test('is kept for good, and compressed for a browser that wants it', async () => {
    const script = at(scriptOf(await (await fetch(at('/__console'))).text()));
    const zipped = await fetch(script);
    expect(Object.fromEntries(zipped.headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'gzip',
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    });
    const plain = await fetch(script, { headers: { 'accept-encoding': 'gzip;q=0, br' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(plain.headers.get('etag')).not.toBe(zipped.headers.get('etag'));
    expect(await plain.text()).toBe(await zipped.text());
    const again = await fetch(script, { headers: { 'if-none-match': zipped.headers.get('etag')! } });
    expect(again.status).toBe(304);
  });

  test.each(['/__console/assets/main-OLD.js', '/__console/assets/', '/__console/docs/no-such-page.json'])(
    'that is not there is 404: %s',
    async (path) => {
      const answer = await started.api.call('GET', at(path), { as: null });
      expectProblem(answer, started.mock, {
        status: 404,
        type: 'not-found',
        instance: path,
        detail: 'reload the page',
      });
    },
  );

  test('leads nowhere out of its folder', async () => {
    for (const path of ['/__console/assets/..%2f..%2fpackage.json', '/__console/assets/..%5cindex.html'])
      expect((await started.api.call('GET', at(path), { as: null })).status).toBe(404);
  });
});

test('a foreign description has the console too', async () => {
  const folder = await createTempFolder({});
  const file = folder.file('own.yaml');
  await writeFile(
    file,
    'openapi: 3.1.0\ninfo: {title: Own, version: "1"}\nservers: [{url: /own}]\npaths: {/things: {get: {responses: {"200": {description: fine}}}}}\n',
  );
  const foreign = await startMock({ spec: file });
  expect((await fetch(`${foreign.mock.url}/__console`)).status).toBe(200);
  await foreign.stop();
  await folder.remove();
});

test('without the console its paths belong to the API', async () => {
  const without = await startMock({ console: 'off' });
  const answer = await without.api.call('GET', `${without.mock.url}/__console`, { as: null });
  expect([answer.status, answer.headers['x-mock-source']]).not.toEqual([200, 'console']);
  await without.stop();
});

describe('below a path', () => {
  test('of the public URL, everything that the page loads is below it', async () => {
    const port = await findPort();
    const url = `http://127.0.0.1:${String(port)}`;
    const proxied = await startMock({ port, publicUrl: 'https://stub.example/mock' });
    const answer = await fetch(`${url}/__console`);
    for (const path of loadedBy(await answer.text())) expect(path).toMatch(/^\/mock\/__console\/assets\//);
    expect(answer.headers.get('content-security-policy')).toContain(
      `script-src https://stub.example/mock/__console/assets/ ${url}/mock/__console/assets/;`,
    );
    const { headers } = await fetch(url, { headers: { accept: 'text/html' }, redirect: 'manual' });
    expect(headers.get('location')).toBe('/mock/__console');
    await proxied.stop();
  });

  test('of another application, it works as well', async () => {
    const mounted = await startMock(ONE_PROCESS);
    const own = express().use('/stub', mounted.mock.app);
    const server: Server = createServer(own);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    const page = await (await fetch(`${url}/stub`, { headers: { accept: 'text/html' } })).text();
    for (const path of loadedBy(page)) expect((await fetch(url + path)).status).toBe(200);
    expect(scriptOf(page)).toMatch(/^\/stub\/__console\/assets\/main-/);
    server.close();
    await mounted.stop();
  });
});

// oxlint-disable-next-line typescript/no-explicit-any -- as of any answer, until an assertion looks at it
type Docs = any;

describe('the documentation', () => {
  const read = async (name: string): Promise<Docs> => {
    const answer = await fetch(at(`/__console/docs/${name}.json`));
    return answer.json();
  };

  test('is data, and each of its links leads to a page and a heading', async () => {
    const { pages, sections } = await read('index');
    expect(pages).toEqual(
      expect.arrayContaining([
        { name: 'readme', title: 'vatmock' },
        { name: 'integrating', title: expect.any(String) },
      ]),
    );
    const targets = new Set(sections.map(({ page, anchor }: Record<string, string>) => `${page!}#${anchor!}`));
    for (const { name } of pages) {
      const text = JSON.stringify(await read(name));
      const links = [...text.matchAll(/\{"tag":"a","page":"([^"]+)"(?:,"anchor":"([^"]+)")?/g)];
      if (name === 'readme') expect(links.length).toBeGreaterThan(5);
      for (const [, page, anchor] of links)
        if (anchor === undefined) expect(pages).toContainEqual(expect.objectContaining({ name: page }));
        else expect(targets).toContain(`${page!}#${anchor}`);
    }
  });

  test('explains each screen under its title, without the pictures', async () => {
    const { sections } = await read('index');
    const anchors = sections
      .filter(({ page }: Record<string, string>) => page === 'console')
      .map(({ anchor }: Record<string, string>) => anchor);
    const screens = ['start', 'traffic', 'orders', 'buyers', 'webhooks', 'scenarios', 'report', 'reference'];
    expect(anchors).toEqual(expect.arrayContaining(screens));
    expect(JSON.stringify(await read('console'))).not.toContain('the smallest change that passes, and every check');
  });

  test('has tables and code', async () => {
    const text = JSON.stringify(await read('console'));
    for (const tag of ['h2', 'p', 'ul', 'table', 'code']) expect(text).toContain(`{"tag":"${tag}"`);
  });
});
