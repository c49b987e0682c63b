import { afterAll, expect, test } from '@jest/globals';
import { closedBy } from '../../support/closed-by.ts';

/** The status catalog as it was published for 1.0.0-draft. It is not to change without a new version. */
const PUBLISHED: Readonly<Record<number, readonly string[]>> = {
  400: ['malformed-request'],
  401: ['unauthorized'],
  403: ['forbidden', 'capability-required', 'dpa-not-accepted'],
  404: ['not-found'],
  409: ['version-mismatch', 'resource-exists-different-body', 'milestone-already-set'],
  422: ['validation-error', 'idempotency-key-reused'],
  429: ['rate-limited'],
  500: ['internal-error'],
};

const started = await closedBy(afterAll).start();

interface Listed {
  readonly type: string;
  readonly status: number;
}

const readList = async (): Promise<readonly Listed[]> => {
  const { body } = await started.api.get(`${started.mock.url}/problems`, { as: null });
  return body.data as Listed[];
};

test.each(Object.entries(PUBLISHED))('%s has the types of the published catalog', async (status, names) => {
  const listed = (await readList()).filter((each) => each.status === Number(status)).map(({ type }) => type);
  expect(listed).toEqual(expect.arrayContaining(names.map((name) => `${started.mock.url}/problems/${name}`)));
});

test('what there is beyond the published catalog says that it is our own', async () => {
  expect(started.mock.contract.document['info']).toMatchObject({ version: '1.0.0-draft' });
  const published = Object.values(PUBLISHED).flat();
  const marked = [];
  for (const { type } of await readList()) {
    const { body } = await started.api.get(type, { as: null });
    const name = type.replace(/^.*\//, '');
    expect([name, body.rule.documented]).toEqual([name, published.includes(name)]);
    if (!published.includes(name)) marked.push(...body.rule.assumptions);
  }
  expect(marked.length).toBeGreaterThan(0);
});

test('the type is all that a client needs: it tells apart what has the same status', async () => {
  const listed = await readList();
  expect(new Set(listed.map(({ type }) => type)).size).toBe(listed.length);
  expect(new Set(listed.map(({ status }) => status)).size).toBeLessThan(listed.length);
});
