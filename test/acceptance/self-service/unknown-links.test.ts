import { afterAll, expect, test } from '@jest/globals';
import { expectProblem } from '../../support/expect-problem.ts';
import { closedBy } from '../../support/closed-by.ts';
import { claire, createLinks, linkOf, kycData, pathOf } from './links.ts';

const { mock, api } = await closedBy(afterAll).start();
const links = createLinks(api);
const { token } = linkOf(await links.invite());
const secret = token.slice(token.indexOf('.') + 1);

const unknown = [
  ['no link at all', 'unknown'],
  ['a link without a sandbox', 'Qm8xV3tZr1Yw5Kc7Hn2Bd9Lf4Gj6Ps0E'],
  ['an unknown sandbox', `nobody.${secret}`],
  ["the secret of another organization's link", `demo.${secret}`],
  ['the right sandbox with another secret', `enterprise.${secret.split('').reverse().join('')}`],
  ['a secret in lower case', token.toLowerCase()],
  ['half a secret', token.slice(0, -1)],
  ['no secret', 'enterprise.'],
  ['no sandbox', `.${secret}`],
  ['dots', '...'],
  ['a path in disguise', 'enterprise%2F..%2F..'],
  ['a percent sign and quotes', `%25%22'%3B--`],
  ['2,000 characters', 'x'.repeat(2000)],
] as const;

test.each(unknown)('%s is not found, by whatever operation', async (_what, wrong) => {
  const url = `${mock.baseUrl}/self-service/${wrong}`;
  const expected = { status: 404, type: 'not-found', detail: 'Unknown link: check that you copied the whole address' };
  expectProblem(await links.open(url), mock, { ...expected, instance: pathOf(url) });
  expectProblem(await links.submitKyc(url, kycData), mock, { ...expected, instance: `${pathOf(url)}/kyc` });
  expectProblem(await links.submitProspect(url, claire), mock, { ...expected, instance: `${pathOf(url)}/prospect` });
});

test('nobody learns from the answer which sandboxes there are', async () => {
  const details = await Promise.all(
    unknown.map(async ([, wrong]) => (await links.open(`${mock.baseUrl}/self-service/${wrong}`)).body.detail as string),
  );
  expect(new Set(details).size).toBe(1);
});

test('an example can be asked for by name, whatever the link', async () => {
  const url = `${mock.baseUrl}/self-service/unknown`;
  const read = await api.get(url, { as: null, headers: { prefer: 'example=prospect' } });
  expect([read.status, read.headers['x-mock-source'], read.body.kind]).toEqual([200, 'faked', 'PROSPECT']);
  const refused = await api.get(url, { as: null, headers: { prefer: 'code=409, example=invitation-expired' } });
  expectProblem(refused, mock, { status: 409, type: 'invitation-expired', instance: pathOf(url), detail: 'expired' });
});

test('an access token changes nothing: the link alone says what is found', async () => {
  const { url } = linkOf(await links.invite());
  const read = await api.get(url, { as: 'api-client-demo' });
  expect([read.status, read.body.kind]).toEqual([200, 'PROSPECT']);
});
