import { afterAll, expect, test } from '@jest/globals';
import { expectProblem } from '../../support/expect-problem.ts';
import { CLIENT } from '../../support/sample-order.ts';
import { closedBy } from '../../support/closed-by.ts';

const started = await closedBy(afterAll).start();

const getMe = (headers: Readonly<Record<string, string | undefined>>) =>
  started.api.get('/me', { as: CLIENT, headers });

test.each([
  undefined,
  '',
  '*/*',
  'application/json',
  'application/*',
  'APPLICATION/JSON',
  'application/json; charset=utf-8',
  'application/json, text/plain, */*',
  'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'text/html, application/json;q=0.5',
  'application/problem+json, application/json',
])('Accept: %s gets JSON', async (accept) => {
  const { status, headers } = await getMe({ accept });
  expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'application/json' });
});

test.each([
  'text/html',
  'application/xml, text/*',
  'image/png;q=1.0',
  'application/pdf',
  // Malformed media ranges name nothing that we have.
  '*',
  ',',
  'a/b/c',
  'text/html, text',
  'text/html;q="',
])('Accept: %s cannot be met, and the answer lists what can', async (accept) => {
  expectProblem(await getMe({ accept }), started.mock, {
    status: 406,
    instance: '/v1/me',
    detail: `getOrganization cannot satisfy Accept: ${accept}. It returns application/json.`,
  });
});

test('a problem comes as a problem, whatever would be accepted', async () => {
  const { status, headers } = await getMe({ accept: 'application/json', prefer: 'code=403' });
  expect({ status, type: headers['content-type'] }).toEqual({ status: 403, type: 'application/problem+json' });
});

test('a document is what its description says', async () => {
  const { status, headers, text } = await started.api.get('/documents/c1a7e9d4-03b6-4f52-9e8c-6d2f4b7a1035/download', {
    as: CLIENT,
    headers: { accept: 'application/pdf', prefer: 'code=200' },
  });
  expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'application/pdf' });
  expect(text).toMatch(/^%PDF-/);
});
