import { createHash } from 'node:crypto';
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import { isListed } from '../../../src/engine/problems/problem.ts';
import { PROBLEMS } from '../../../src/vat/policy/problem.ts';
import type { ApiAnswer } from '../../support/api-client.ts';
import { expectProblem } from '../../support/expect-problem.ts';
import { specFile } from '../../support/spec-files.ts';
import { closedBy } from '../../support/closed-by.ts';
import { createRequestBuilder } from '../../support/valid-request.ts';

const { start } = closedBy(afterEach);

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

const PROBLEM_NAMES = [...PROBLEMS.keys()];

const started = await closedBy(afterAll).start();
const build = createRequestBuilder(started.mock.contract);

const ask = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<ApiAnswer> =>
  started.api.call(method, started.mock.url + path, { as: null, headers });

/** The `type` of a problem that the running stub shows, as an example of any operation. */
const showProblem = async (name: string): Promise<string> => {
  const { operation, status, example } = started.mock.contract.operations
    .flatMap((operation) =>
      operation.responses.flatMap(({ status, contents }) =>
        contents.flatMap(({ examples }) => examples.map((example) => ({ operation, status, example }))),
      ),
    )
    .find(({ example }) => String((example.value as { type?: unknown } | null)?.type).endsWith(`/problems/${name}`))!;
  const { method, path, headers, body } = build(operation, { prefer: `code=${status}, example=${example.name}` });
  const { body: shown } = await started.api.call(method, path, {
    as: 'api-client-enterprise',
    headers,
    ...(typeof body === 'string' ? { body } : {}),
  });
  return String(shown.type);
};

/** What a reader sees; code is marked as our texts mark it. */
const readText = (html: string): string =>
  html
    .replace(/<style>.*<\/style>/s, '')
    .replace(/<\/?code>/g, '`')
    .replace(/<[^>]+>/g, '')
    .replace(/&([^;]+);/g, (entity, name: string) => ENTITIES[name] ?? entity);

const linksOf = (html: string): string[] => [...html.matchAll(/ href="([^"]*)"/g)].map(([, href]) => href!);

describe.each([...PROBLEMS])('%s', (name, { status, title, texts: { meaning, causes, remedy, rule } }) => {
  test('explains itself as JSON at the address that a problem carries', async () => {
    // What no operation lists, none shows as an example.
    const type = isListed(name) ? await showProblem(name) : `${started.mock.url}/problems/${name}`;
    expect(type).toBe(`${started.mock.url}/problems/${name}`);
    const answer = await started.api.get(type, { as: null });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json');
    const { example, ...told } = answer.body as { readonly example?: Record<string, unknown> };
    expect(told).toEqual({ type, title, status, meaning, causes, remedy, rule });
    expect(example).toMatchObject({ type, title, status });
  });

  test('explains itself to the reader of a browser', async () => {
    const answer = await ask(`/problems/${name}`, { accept: BROWSER });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    const text = readText(answer.text);
    for (const part of [title, String(status), `${started.mock.url}/problems/${name}`, meaning, ...causes, remedy])
      expect(text).toContain(part);
    expect(text).toContain(
      `${rule.text} ${rule.documented ? 'Documented in the API description.' : 'The API description does not document this.'}`,
    );
    for (const id of rule.assumptions) expect(text).toContain(`\`${id}\``);
    expect(text).toMatch(new RegExp(`Example\\s+\`\\{\\s+"type": "[^"]+/problems/${name}"`));
    expect(linksOf(answer.text)).toContain('../');
  });
});

test.each(['/problems', '/problems/'])('%s lists all types', async (path) => {
  const { status, body } = await ask(path);
  expect(status).toBe(200);
  expect(body).toEqual({
    data: [...PROBLEMS].map(
      ([
        name,
        {
          status: own,
          title,
          texts: { meaning },
        },
      ]) => {
        return { type: `${started.mock.url}/problems/${name}`, title, status: own, meaning };
      },
    ),
  });
});

test.each(['/problems', '/problems/'])('the pages hang together: from %s to each type and back', async (path) => {
  const list = await ask(path, { accept: BROWSER });
  expect(list.headers['content-type']).toBe('text/html; charset=utf-8');
  const resolve = (href: string, from: string): string => new URL(href, started.mock.url + from).pathname;
  const [home, ...pages] = linksOf(list.text).map((href) => resolve(href, path));
  expect(home).toBe('/');
  expect(pages).toEqual(PROBLEM_NAMES.map((name) => `/problems/${name}`));
  for (const page of pages) {
    const links = linksOf((await ask(page, { accept: BROWSER })).text).map((href) => resolve(href, page));
    expect(links.slice(0, 2)).toEqual(['/', '/problems']);
    expect(pages).toEqual(expect.arrayContaining(links.slice(2)));
    expect(links).not.toContain(page);
  }
});

test('types with the same status lead to each other', async () => {
  const { text } = await ask('/problems/forbidden', { accept: BROWSER });
  expect(linksOf(text)).toEqual(['../', '../problems', 'capability-required', 'dpa-not-accepted']);
});

test.each([
  [undefined, 'application/json'],
  ['*/*', 'application/json'],
  ['application/json', 'application/json'],
  ['application/problem+json', 'application/json'],
  ['text/plain', 'application/json'],
  ['text/html, application/json', 'application/json'],
  ['text/html;q=0.5, application/json', 'application/json'],
  ['text/html;q=0, */*', 'application/json'],
  ['text/html;q=none', 'application/json'],
  ['', 'application/json'],
  [',;,', 'application/json'],
  ['text/html', 'text/html; charset=utf-8'],
  ['TEXT/HTML', 'text/html; charset=utf-8'],
  ['text/*', 'text/html; charset=utf-8'],
  ['text/html; charset=utf-8', 'text/html; charset=utf-8'],
  ['application/json;q=0.5, text/html;q=0.9', 'text/html; charset=utf-8'],
  ['application/*;q=0.9, text/html', 'text/html; charset=utf-8'],
  [BROWSER, 'text/html; charset=utf-8'],
])('Accept: %s is answered with %s', async (accept, expected) => {
  const { status, headers } = await ask('/problems/forbidden', accept === undefined ? {} : { accept });
  expect({ status, type: headers['content-type'], vary: headers['vary'] }).toEqual({
    status: 200,
    type: expected,
    vary: 'Accept',
  });
});

test.each(['/problems', '/problems/forbidden'])('the page at %s can load, run and send nothing', async (path) => {
  const { headers, text } = await ask(path, { accept: BROWSER });
  const styles = [...text.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style]) => style!);
  expect(styles).toHaveLength(1);
  const hash = createHash('sha256').update(styles[0]!).digest('base64');
  expect(headers['content-security-policy']).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(text).not.toMatch(/<(script|img|link|iframe|form)|\s(style|on\w+)=/i);
});

test.each(['/problems', '/problems/forbidden'])('the page at %s can be read aloud and on a phone', async (path) => {
  const { text } = await ask(path, { accept: BROWSER });
  expect(text).toMatch(/^<!doctype html>\n<html lang="en">/);
  expect(text).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
  expect(text).toMatch(/<title>\w.+<\/title>/);
  expect(text.match(/<h1>/g)).toHaveLength(1);
  expect(text.match(/<main>/g)).toHaveLength(1);
});

test('an address with special characters does not become markup', async () => {
  const hosted = await start({ publicUrl: 'https://stub.example/"><b>&' });
  const request = new Request('http://inside/problems/forbidden', { headers: { accept: BROWSER } });
  expect(await (await hosted.mock.handle(request)).text()).toContain(
    '<code>https://stub.example/&quot;&gt;&lt;b&gt;&amp;/problems/forbidden</code>',
  );
});

test('behind a public address the type is that address', async () => {
  const hosted = await start({ publicUrl: 'https://stub.example/vat' });
  const response = await hosted.mock.handle(new Request('http://inside/problems/forbidden'));
  expect(await response.json()).toMatchObject({ type: 'https://stub.example/vat/problems/forbidden' });
});

test.each([
  'unknown',
  'Forbidden',
  'forbidden/',
  'forbidden/more',
  '/forbidden',
  'constructor',
  '__proto__',
  'about:blank',
  '%66orbidden',
  '%3Cb%3E',
])('no type is called "%s": 404 with the names that there are', async (name) => {
  for (const accept of ['*/*', BROWSER]) {
    const answer = await ask(`/problems/${name}`, { accept });
    expectProblem(answer, started.mock, {
      status: 404,
      type: 'not-found',
      instance: `/problems/${name}`,
      detail: 'Available types: malformed-request, unauthorized',
    });
    expect(answer.body.available).toEqual(PROBLEM_NAMES);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.headers['x-trace-id']).toBe(answer.body.traceId);
  }
});

test('a path that only begins alike is none of these pages', async () => {
  const answer = await ask('/problemsolving');
  expectProblem(answer, started.mock, {
    status: 404,
    type: 'not-found',
    instance: '/problemsolving',
    detail: 'starts with /v1/',
  });
});

test.each(['/problems', '/problems/forbidden'])('HEAD %s has the headers of GET and no body', async (path) => {
  for (const accept of ['*/*', BROWSER]) {
    const [get, head] = [await ask(path, { accept }), await ask(path, { accept }, 'HEAD')];
    expect({ status: head.status, text: head.text }).toEqual({ status: 200, text: '' });
    for (const name of ['content-type', 'content-length', 'content-security-policy', 'vary'])
      expect(head.headers[name]).toBe(get.headers[name]);
  }
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
  '%s is not allowed, and Allow says what is',
  async (method) => {
    for (const path of ['/problems', '/problems/forbidden']) {
      const answer = await ask(path, {}, method);
      expectProblem(answer, started.mock, { status: 405, instance: path, detail: `${method} is not supported here` });
      expect(answer.headers['allow']).toBe('GET, HEAD');
    }
  },
);

test('each request has its line, with the trace id of the answer', async () => {
  started.exchanges.length = 0;
  const answer = await ask('/problems/unknown');
  expect(started.exchanges).toEqual([
    expect.objectContaining({
      method: 'GET',
      path: '/problems/unknown',
      source: 'problems',
      status: 404,
      traceId: answer.body.traceId,
    }),
  ]);
});

test('a foreign description has no pages of ours', async () => {
  const foreign = await start({ spec: specFile('admin.yaml') });
  const { status, body } = await foreign.api.get(`${foreign.mock.url}/problems/forbidden`, { as: null });
  expect(status).toBe(404);
  expect(body.available).toBeUndefined();
});
