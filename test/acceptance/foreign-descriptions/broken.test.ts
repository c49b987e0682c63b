import { afterAll, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { expectProblem } from '../../support/expect-problem.ts';
import { closedBy } from '../../support/closed-by.ts';

const FILE = `${import.meta.dirname}/descriptions/broken.yaml`;
const LINES = readFileSync(FILE, 'utf8').split('\n');

const started = await closedBy(afterAll).start({ spec: FILE });

// A keyword or a name that says nothing is passed over; what is left of the operation is served.
test.each(['/first', '/ambiguous/1', '/last', '/pattern?q=a', '/undescribed/1', '/same-id'])(
  '%s is served',
  async (path) => {
    const { status } = await started.api.get(path);
    expect(status).toBe(204);
  },
);

test.each([
  ['/dangling', 'getDangling', '#/components/responses/Missing'],
  ['/dangling-schema', 'getDanglingSchema', '#/components/schemas/Missing%zz'],
  ['/dangling-inside', 'getDanglingInside', '#/components/schemas/Missing'],
])('%s says why it is not served', async (path, operationId, reason) => {
  const answer = await started.api.get(path);
  const instance = path.replace(/\?.*/, '');
  expectProblem(answer, started.mock, { status: 501, instance, detail: `${operationId} cannot be served` });
  expect(answer.body.detail).toMatch(new RegExp(reason.replaceAll(/[{}]/g, '\\$&'), 'i'));
});

test.each([
  ['getDangling', /\$ref "#\/components\/responses\/Missing" leads nowhere/, '#/components/responses/Missing'],
  ['getDanglingSchema', /\$ref "#\/components\/schemas\/Missing%zz" leads nowhere/, 'Missing%zz'],
  ['getDanglingInside', /\$ref "#\/components\/schemas\/Missing" leads nowhere/, '#/components/schemas/Missing'],
  ['getPattern', /regular expression/, "pattern: '([a-z'"],
  ['getUndescribed', /path parameter \{id\} is not described/, 'operationId: getUndescribed'],
  ['GET /same-id', /operationId "getFirst" is already used at /, 'operationId: getFirst'],
  ['getOther', /\/ambiguous\/\{other\} is ambiguous: another path with the same method/, 'operationId: getOther'],
])('the finding on %s names its line and column', (operationId, message, text) => {
  const findings = started.mock.findings.filter((finding) => finding.operationId === operationId);
  expect(findings).toEqual([
    expect.objectContaining({
      file: FILE,
      message: expect.stringMatching(message),
      pointer: expect.stringMatching(/^#\//),
    }),
  ]);
  const [{ line, column }] = findings as [(typeof findings)[0]];
  expect(LINES[line - 1]).toContain(text);
  expect(LINES[line - 1]?.charAt(column - 1)).toMatch(/\S/);
});

test('nothing else is found', () => {
  expect(started.mock.findings).toHaveLength(7);
});
