import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { fileURLToPath } from 'node:url';
import { type StartedMock, startMock } from '../../support/start-mock.ts';

let started: StartedMock;
beforeAll(async () => {
  started = await startMock({ spec: fileURLToPath(new URL('descriptions/schemas-3.0.yaml', import.meta.url)) });
});
afterAll(() => started.stop());

test('nothing is wrong with the description', () => {
  expect(started.mock.findings).toEqual([]);
});

const TREE = { name: 'a', children: [{ name: 'b', children: [] }] };

test.each([
  ['/nullables', { text: null }],
  ['/nullables', { text: 'a', choice: null, pet: null }],
  ['/nullables', { text: 'a', choice: 'A', pet: { kind: 'cat', lives: 9 } }],
  ['/bounds', { above: 0.1, below: 9.9, from: 0 }],
  ['/pets', { kind: 'cat', lives: 9 }],
  ['/pets', { kind: 'dog', bark: true }],
  ['/either', { name: 'a' }],
  ['/either', { number: 1 }],
  ['/trees', TREE],
])('%s takes %j', async (path, body) => {
  const { status } = await started.api.post(path, body);
  expect([201, 204]).toContain(status);
});

test.each([
  ['/nullables', {}, ['text']],
  ['/nullables', { text: 1 }, ['text']],
  ['/nullables', { text: 'a', plain: null }, ['plain']],
  ['/nullables', { text: 'a', choice: 'C' }, ['choice']],
  ['/nullables', { text: 'a', nullable: true }, ['nullable']],
  ['/bounds', { above: 0 }, ['above']],
  ['/bounds', { below: 10 }, ['below']],
  ['/bounds', { from: -1 }, ['from']],
  ['/either', { other: 1 }, ['']],
  ['/trees', { name: 'a', children: [{ name: '', children: [] }] }, ['children[0].name']],
])('%s refuses %j at %j', async (path, body, fields) => {
  const answer = await started.api.post(path, body);
  expect(answer.status).toBe(422);
  expect(answer.body.errors.map(({ field }: { field: string }) => field)).toEqual(fields);
});

test.each([
  [{ kind: 'cow' }, 'kind'],
  [{ lives: 3 }, 'kind'],
  [{ kind: 'cat', lives: 10 }, 'lives'],
  [{ kind: 'dog', bark: 'loud' }, 'bark'],
])('a pet such as %j breaks one rule, and %s is named', async (body, name) => {
  const answer = await started.api.post('/pets', body);
  expect(answer.status).toBe(422);
  expect(answer.body.errors).toHaveLength(1);
  const [{ field, message }] = answer.body.errors;
  expect(`${String(field)} ${String(message)}`).toContain(name);
});

/** That a body fits its schema is held against the description by `stop`. */
test.each(['/merged', '/trees', '/persons'])('%s generates a body that fits', async (path) => {
  for (let seed = 0; seed < 20; seed++) {
    const { status, body } = await started.api.get(path, { headers: { prefer: `dynamic=true, seed=${String(seed)}` } });
    expect({ status, body }).toEqual({ status: 200, body: expect.any(Object) });
  }
});

test('a generated pet is one of the two', async () => {
  for (let seed = 0; seed < 20; seed++) {
    const headers = { prefer: `dynamic=true, seed=${String(seed)}` };
    const { body } = await started.api.post('/pets', { kind: 'dog', bark: true }, { headers });
    expect(['cat', 'dog']).toContain(body.kind);
  }
});
