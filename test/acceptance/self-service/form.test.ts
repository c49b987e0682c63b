import { afterAll, expect, test } from '@jest/globals';
import type { ApiAnswer } from '../../support/api-client.ts';
import { closedBy } from '../../support/closed-by.ts';
import { createWorkflow, succeed } from '../../support/workflow.ts';
import { AS, DAY, PROSPECTS, SELLER, claire, createLinks, kycData, linkOf } from './links.ts';

const { api, clock } = await closedBy(afterAll).start();
const links = createLinks(api);
const workflow = createWorkflow(api, clock, { as: AS, seller: SELLER });

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

const browse = (url: string): Promise<ApiAnswer> => api.get(url, { as: null, headers: { accept: BROWSER } });
/** As a browser sends a form: to the address that it came from. */
const send = (url: string, values: Readonly<Record<string, string>>): Promise<ApiAnswer> =>
  api.call('POST', url, {
    as: null,
    headers: {
      accept: BROWSER,
      'content-type': 'application/x-www-form-urlencoded',
      'idempotency-key': undefined,
    },
    body: new URLSearchParams(values).toString(),
  });

const inputsOf = (html: string): string[] =>
  [...html.matchAll(/<(?:input|select)[^>]* name="([^"]+)"/g)].map(([, name]) => name!);
const valueOf = (html: string, name: string): string | undefined =>
  new RegExp(`<input[^>]* name="${name}"[^>]* value="([^"]*)"`).exec(html)?.[1];

const inviteBuyer = async (companyName: string): Promise<{ readonly url: string; readonly buyerUuid: string }> => {
  const { uuid } = succeed(await workflow.createBuyer({ vatNumber: `DE${String(++made)}`, companyName })).body as {
    readonly uuid: string;
  };
  return { url: linkOf(await links.inviteBuyer(uuid)).url, buyerUuid: uuid };
};
let made = 900;

const kycForm = {
  kind: 'KYC',
  companyName: kycData.companyName,
  registrationNumber: kycData.registrationNumber,
  'address.street': kycData.address.street,
  'address.postCode': kycData.address.postCode,
  'address.city': kycData.address.city,
  'address.country': kycData.address.country,
  'representative.firstName': 'Marek',
  'representative.lastName': 'Kowalski',
  'representative.email': 'marek@autohandel-kowalski.example',
  'representative.phone': '',
};

test('a browser that opens a KYC link gets a form, filled in as far as the partner knows', async () => {
  const { url } = await inviteBuyer('Kowalski & Syn <Auto>');
  const page = await browse(url);
  expect(page.status).toBe(200);
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
  expect(page.headers['content-security-policy']).toContain("form-action 'self'");
  expect(inputsOf(page.text)).toEqual(Object.keys(kycForm));
  expect(valueOf(page.text, 'companyName')).toBe('Kowalski &amp; Syn &lt;Auto&gt;');
  expect(page.text).not.toContain('<Auto>');
});

test('a program that opens the same link gets JSON', async () => {
  const { url } = await inviteBuyer('Kowalski');
  for (const accept of ['application/json', '*/*', undefined]) {
    const { headers, body } = await api.get(url, { as: null, headers: { accept } });
    expect(headers['content-type']).toBe('application/json');
    expect(body).toMatchObject({ kind: 'KYC', companyName: 'Kowalski' });
  }
});

test('what the form sends reaches the buyer, and the link works once', async () => {
  const { url, buyerUuid } = await inviteBuyer('Kowalski');
  const done = await send(url, kycForm);
  expect([done.status, done.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(done.text).toContain('Thank you');
  const { body } = await api.get(`/partners/${SELLER}/buyers/${buyerUuid}`, { as: AS });
  expect(body).toMatchObject({ companyName: kycData.companyName, address: kycData.address });

  for (const again of [await send(url, kycForm), await browse(url)]) {
    expect(again.status).toBe(409);
    expect(again.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(again.text).toContain('works only once');
  }
});

test('what is wrong stands beside its input, and what was typed is kept', async () => {
  const { url } = await inviteBuyer('Kowalski');
  const answer = await send(url, { ...kycForm, 'address.country': 'Poland', 'representative.email': '"><script>' });
  expect(answer.status).toBe(422);
  expect(answer.text).toContain('id="address.country-fault"');
  expect(answer.text).toContain('id="representative.email-fault"');
  expect(valueOf(answer.text, 'address.country')).toBe('Poland');
  expect(valueOf(answer.text, 'address.street')).toBe(kycData.address.street);
  expect(answer.text).not.toContain('<script>');
  // Nothing was used up.
  expect((await send(url, kycForm)).status).toBe(200);
});

test('a whole group left empty is marked input by input', async () => {
  const { url } = await inviteBuyer('Kowalski');
  const { kind, companyName } = kycForm;
  const answer = await send(url, { kind, companyName });
  expect(answer.status).toBe(422);
  for (const name of ['address.street', 'address.country', 'representative.email'])
    expect(answer.text).toContain(`id="${name}-fault"`);
});

test('a prospect introduces itself, as a company or as a private person', async () => {
  const company = linkOf(await links.invite());
  expect(inputsOf((await browse(company.url)).text)).toEqual([
    'kind',
    'type',
    'companyName',
    'firstName',
    'lastName',
    'email',
  ]);
  expect((await send(company.url, { kind: 'PROSPECT', ...claire })).status).toBe(200);

  const person = linkOf(await links.invite());
  const filledIn = { ...claire, type: 'CONSUMER', email: 'person@example.com' };
  expect((await send(person.url, { kind: 'PROSPECT', ...filledIn })).status).toBe(200);
  const { body } = await api.get(PROSPECTS, { as: AS });
  const { companyName, ...lone } = filledIn;
  expect(companyName).toBe(claire.companyName);
  expect(body.data).toEqual(expect.arrayContaining([expect.objectContaining(claire), expect.objectContaining(lone)]));
  expect(body.data.find(({ email }: { readonly email: string }) => email === lone.email)).not.toHaveProperty(
    'companyName',
  );
});

test('an unknown and an expired link say so on a page', async () => {
  const unknown = await browse('/self-service/demo.NOSUCHLINK');
  expect([unknown.status, unknown.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  expect(unknown.text).toContain('ask the sender for a new link');
  const { url } = linkOf(await links.invite());
  clock.advance(30 * DAY);
  const expired = await browse(url);
  expect(expired.status).toBe(409);
  expect(expired.text).toContain('expired');
});

test.each([
  ['a form of no kind', 'kind=OTHER'],
  ['a form larger than any', `kind=KYC&companyName=${'x'.repeat(40_000)}`],
])('%s is refused as the API refuses it', async (_what, body) => {
  const { url } = linkOf(await links.invite());
  const answer = await api.call('POST', url, {
    as: null,
    headers: { accept: BROWSER, 'content-type': 'application/x-www-form-urlencoded' },
    body,
  });
  expect(answer.status).toBe(405);
});
