import { afterAll, describe, expect, test } from '@jest/globals';
import type { Operation } from '../../src/engine/contract/contract.ts';
import { type ReadAnswer, createAnswerCheck, isJson, readAnswer } from '../support/check-answer.ts';
import { treeAt } from '../support/description.ts';
import { runs } from '../support/long-form.ts';
import { startMock } from '../support/start-mock.ts';
import { createRequestBuilder } from '../support/valid-request.ts';

const SEEDS = runs({ short: 3, long: 20 });
const CLIENT = 'api-client-enterprise';
const PROBLEM = 'application/problem+json';

const started = await startMock();
const { contract, baseUrl, url } = started.mock;
const authorization = `Bearer ${await started.mock.token(CLIENT)}`;
const check = createAnswerCheck(contract);
const build = createRequestBuilder(contract);

afterAll(() => started.stop());

interface Asked extends ReadAnswer {
  /** The request path, without a query. */
  readonly path: string;
}

const ask = async (operation: Operation, prefer: string): Promise<Asked> => {
  const {
    method,
    path: target,
    headers,
    body,
  } = build(operation, {
    ...(operation.security.length === 0 ? {} : { authorization }),
    prefer,
  });
  const request = new Request(baseUrl + target, { method, headers, ...(body === undefined ? {} : { body }) });
  return { ...(await readAnswer(await started.mock.handle(request))), path: new URL(request.url).pathname };
};

/** The body as bytes, without what names this one exchange. */
const comparable = ({ mediaType, bytes, body }: ReadAnswer): string =>
  mediaType === PROBLEM ? JSON.stringify({ ...treeAt(body), traceId: '' }) : bytes.toString('base64');

/** A problem shows this server's address, path and trace instead of the example's. */
const localized = (example: unknown, { body, mediaType }: ReadAnswer): unknown => {
  if (mediaType !== PROBLEM) return example;
  const { type } = treeAt(example) as { type: string };
  const { instance, traceId } = treeAt(body);
  return {
    ...treeAt(example),
    type: type.replace(String(contract.document['x-problem-base']), url),
    instance,
    traceId,
  };
};

const cases = contract.operations.flatMap((operation) =>
  operation.responses.map((response) => ({ id: operation.id, status: response.status, operation, response })),
);

test('there are hundreds of described answers, all with a status of their own', () => {
  expect(cases.length).toBeGreaterThan(300);
  expect(cases.filter(({ status }) => !/^[2-5]\d\d$/.test(status))).toEqual([]);
});

test('an answer that breaks the description would be found', async () => {
  const operation = contract.operations.find(({ id }) => id === 'getOrder')!;
  const answer = await ask(operation, 'code=200');
  const { etag, ...others } = Object.fromEntries(answer.headers);
  const broken: [Partial<ReadAnswer>, RegExp][] = [
    [{ body: { ...treeAt(answer.body), version: '1' } }, /\/version must be integer/],
    [{ headers: new Headers(others) }, /required property 'etag'/],
    [{ headers: new Headers({ ...others, etag: 'W/"1"' }) }, /\/etag must match pattern/],
    [{ mediaType: 'text/plain' }, /"text\/plain" is not described/],
    [{ bytes: Buffer.of() }, /the body is empty/],
    [{ status: 418 }, /does not describe 418/],
  ];
  expect(check(operation, answer)).toEqual([]);
  expect(etag).toBe('"1"');
  for (const [fault, words] of broken)
    expect(check(operation, { ...answer, ...fault })).toEqual([expect.stringMatching(words)]);
});

describe.each(cases)('$id $status', ({ operation, status, response }) => {
  const examples = response.contents.flatMap((content) => content.examples);

  test('can be asked for', async () => {
    const answer = await ask(operation, `code=${status}`);
    expect(answer.status).toBe(Number(status));
    expect(check(operation, answer)).toEqual([]);
    expect(answer.headers.get('preference-applied')).toBe(`code=${status}`);
    if (answer.mediaType === PROBLEM) {
      expect(answer.body).toMatchObject({ status: Number(status), instance: answer.path });
      expect(answer.headers.get('x-trace-id')).toBe(treeAt(answer.body)['traceId']);
    }
  });

  for (const { name, value } of examples) {
    test(`shows the example ${name}`, async () => {
      const answer = await ask(operation, `code=${status}, example=${name}`);
      expect(answer.status).toBe(Number(status));
      expect(check(operation, answer)).toEqual([]);
      if (isJson(answer.mediaType)) expect(answer.body).toEqual(localized(value, answer));
      else expect(answer.bytes.toString()).toBe(value);
    });
  }

  test(`is generated: ${String(SEEDS)} seeds, each the same twice`, async () => {
    const bodies = new Set<string>();
    for (let seed = 1; seed <= SEEDS; seed++) {
      const prefer = `code=${status}, dynamic=true, seed=${String(seed)}`;
      const [answer, again] = [await ask(operation, prefer), await ask(operation, prefer)];
      expect(answer.status).toBe(Number(status));
      expect(check(operation, answer)).toEqual([]);
      expect(comparable(again)).toBe(comparable(answer));
      bodies.add(comparable(answer));
    }
    const isResource = status.startsWith('2') && response.contents.some(({ mediaType }) => isJson(mediaType));
    if (isResource) expect(bodies.size).toBeGreaterThan(SEEDS / 2);
  });
});
