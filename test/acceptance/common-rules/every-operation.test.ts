import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Operation } from '../../../src/engine/contract/contract.ts';
import type { ApiAnswer } from '../../support/api-client.ts';
import { readAnswer } from '../../support/check-answer.ts';
import { expectProblem } from '../../support/expect-problem.ts';
import { closedBy } from '../../support/closed-by.ts';
import { REQUEST_SELLER, createRequestBuilder } from '../../support/valid-request.ts';

const started = await closedBy(afterAll).start();
const { mock } = started;
const build = createRequestBuilder(mock.contract);

/** The demo organization's: its sandbox holds what the examples of the description show. */
const OWN_SELLER = '3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31';
const FOREIGN_SELLER = 'acbda359-95c1-4bf5-b598-96c4baf862d4';

/** Every test has a minute's budget of its own. */
const nextMinute = (): void => {
  started.clock.advance(60_000);
};
beforeEach(nextMinute);

/** Answered by the operation itself, whichever way: the example may have been used up by a test before. */
const isDecided = ({ status }: ApiAnswer): boolean => status < 300 || status === 404 || status === 409;

interface Ask {
  /** The client whose token is sent; null sends none. */
  readonly as?: string | null;
  /** `null` leaves a header out. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly seller?: string;
}

/** A request that is right in everything but what is changed, and what came back. */
const ask = async (
  operation: Operation,
  { as = 'api-client-demo', headers = {}, seller = OWN_SELLER }: Ask = {},
): Promise<{ answer: ApiAnswer; instance: string }> => {
  const { method, path, headers: right, body } = build(operation);
  const all = new Headers(right);
  if (as !== null) all.set('authorization', `Bearer ${await mock.token(as)}`);
  for (const [name, value] of Object.entries(headers))
    if (value === null) all.delete(name);
    else all.set(name, value);
  const url = new URL(mock.baseUrl + path.replace(REQUEST_SELLER, seller));
  const response = await mock.handle(
    new Request(url, { method, headers: all, ...(body === undefined ? {} : { body }) }),
  );
  const { status, headers: answered, bytes, body: json } = await readAnswer(response);
  const answer: ApiAnswer = { status, headers: Object.fromEntries(answered), text: bytes.toString(), body: json };
  return { answer, instance: url.pathname };
};

const categoryOf = ({ method, path }: Operation): string => {
  if (path.startsWith('/webhooks')) return 'webhook-management';
  return method === 'GET' ? 'read' : 'write';
};

const expectBudget = (operation: Operation, { headers }: ApiAnswer): void => {
  const minute = Math.floor(started.clock.now() / 60_000);
  expect(headers).toMatchObject({
    'x-ratelimit-limit': expect.stringMatching(/^\d+$/),
    'x-ratelimit-remaining': expect.stringMatching(/^\d+$/),
    'x-ratelimit-reset': String((minute + 1) * 60),
    'x-ratelimit-category': categoryOf(operation),
  });
};

const isPublic = ({ security }: Operation): boolean => security.length === 0;
const all = mock.contract.operations;
const operations = all.filter((operation) => !isPublic(operation));
const writes = operations.filter(({ method }) => method !== 'GET');
const partnerScoped = operations.filter(({ path }) => path.includes('{sellerId}'));

test.each(operations)('$id needs a token', async (operation) => {
  const { answer, instance } = await ask(operation, { as: null });
  expectProblem(answer, mock, { status: 401, type: 'unauthorized', instance, detail: 'Authorization' });
});

test.each(operations)('$id is refused while the DPA is not accepted', async (operation) => {
  const { answer, instance } = await ask(operation, { as: 'api-client-no-dpa' });
  expectProblem(answer, mock, { status: 403, type: 'dpa-not-accepted', instance, detail: 'processing' });
  expectBudget(operation, answer);
});

test.each(operations)('$id tells the budget in which it counts', async (operation) => {
  const { answer } = await ask(operation);
  expect([answer.status, isDecided(answer)]).toEqual([answer.status, true]);
  expectBudget(operation, answer);
});

test.each(all.filter(isPublic))('$id is public, and in no budget', async (operation) => {
  const { answer } = await ask(operation, { as: null });
  expect([answer.status, isDecided(answer)]).toEqual([answer.status, true]);
  expect(answer.headers['x-ratelimit-limit']).toBeUndefined();
});

test.each(partnerScoped)('$id is refused for a seller outside the authorized list', async (operation) => {
  const { answer, instance } = await ask(operation, { seller: FOREIGN_SELLER });
  expectProblem(answer, mock, { status: 403, type: 'forbidden', instance, detail: FOREIGN_SELLER });
  expectBudget(operation, answer);
});

describe.each(writes)('$id', (operation) => {
  test.each([
    ['no Idempotency-Key', null],
    ['an empty one', ''],
    ['one of 256 characters', 'k'.repeat(256)],
  ])('is refused with %s', async (_name, key) => {
    const { answer, instance } = await ask(operation, { headers: { 'idempotency-key': key } });
    expectProblem(answer, mock, { status: 400, type: 'malformed-request', instance, detail: 'Idempotency-Key' });
    expectBudget(operation, answer);
  });

  test('answers the same request with the same UUID as key once more, from its memory', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const { answer: first } = await ask(operation, { headers });
    const { answer: again } = await ask(operation, { headers });
    expect([first.status, isDecided(first)]).toEqual([first.status, true]);
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    expect([again.status, again.text, again.headers['idempotency-replayed']]).toEqual([
      first.status,
      first.text,
      'true',
    ]);
    expect(again.headers['x-ratelimit-remaining']).toBe(first.headers['x-ratelimit-remaining']);
  });
});

describe('a resource with a version', () => {
  /** Lists have versions inside of them; only one resource has one of its own. */
  const versionOf = ({ body }: ApiAnswer): number | undefined => (body as { version?: number } | undefined)?.version;

  test.each(operations)('$id shows it as ETag, where there is one', async (operation) => {
    const { answer } = await ask(operation);
    const version = versionOf(answer);
    expect(answer.headers['etag']).toBe(version === undefined ? undefined : `"${String(version)}"`);
    if (version !== undefined) expect(Number.isInteger(version)).toBe(true);
  });

  test('is there in a dozen operations, two of them PATCH', async () => {
    const versioned: Operation[] = [];
    for (const operation of operations) {
      nextMinute();
      if (versionOf((await ask(operation)).answer) !== undefined) versioned.push(operation);
    }
    expect(versioned.length).toBeGreaterThanOrEqual(12);
    const patches = versioned.filter(({ method }) => method === 'PATCH');
    expect(patches.map(({ id }) => id)).toEqual(['updateBuyer', 'updateDocument']);
    for (const patch of patches) {
      const { answer, instance } = await ask(patch, { headers: { 'if-match': '"9999"' } });
      expectProblem(answer, mock, { status: 409, type: 'version-mismatch', instance, detail: '"9999"' });
    }
  });
});
