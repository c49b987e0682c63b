import { afterAll, expect, test } from '@jest/globals';
import { closedBy } from '../../support/closed-by.ts';

const started = await closedBy(afterAll).start();

/** Who made an answer of the bundled API: the source, and the libraries that had a part in it. */
const maker = async (
  headers: Record<string, string>,
  path = '/me',
): Promise<{ source: string | undefined; libraries: string | undefined }> => {
  const answer = await started.api.get(path, { headers });
  return { source: answer.headers['x-mock-source'], libraries: answer.headers['x-mock-made-with'] };
};

const WEIGHED = 'text/plain;q=0.2, application/json';

test.each<[string, Record<string, string>, string, string | undefined]>([
  ['the sandbox', {}, 'stateful', undefined],
  ['the sandbox, whatever is accepted', { accept: WEIGHED }, 'stateful', undefined],
  ['a scenario', { 'x-mock-scenario': 'maintenance' }, 'scenario', undefined],
  ['an example', { prefer: 'code=200' }, 'faked', undefined],
  ['an example that Prism chose', { prefer: 'code=200', accept: WEIGHED }, 'faked', 'prism-http'],
  ['a recipe of ours', { prefer: 'dynamic=true' }, 'faked', undefined],
  ['a recipe of ours, in a form that Prism chose', { prefer: 'dynamic=true', accept: WEIGHED }, 'faked', 'prism-http'],
])('%s answers, and says so', async (_who, headers, source, libraries) => {
  expect(await maker(headers)).toEqual({ source, libraries });
});

test('every answer of the bundled API that is generated comes from recipes of ours, none from json-schema-faker', async () => {
  const operations = started.mock.contract.operations.filter(({ method }) => method === 'GET');
  const makers = new Set<string>();
  for (const { path } of operations) {
    const filled = path.replaceAll(/\{[^}]*\}/g, '3f2504e0-4f89-41d3-9a0c-0305e82c3301');
    const { source, libraries } = await maker({ prefer: 'dynamic=true, code=200' }, filled);
    if (source === 'faked') makers.add(libraries ?? 'ours');
  }
  expect([...makers]).toEqual(['ours']);
});
