import { fileURLToPath } from 'node:url';
import { expect } from '@jest/globals';
import { HELP_DESK, type Ticket } from '../acceptance/any-api/help-desk.ts';
import { checkAxe, checkTables, see, useBrowser, visit } from '../support/browser.ts';

useBrowser();

const MERGE_PATCH = { 'content-type': 'application/merge-patch+json' };

const options = { mock: { spec: HELP_DESK } };

visit(
  'what a client of any API creates is among the records, changes live, and its request is explained',
  async ({ page, open, api }) => {
    await open('/');
    await page.getByRole('navigation').getByRole('link', { name: 'Records' }).click();
    await page.getByText('No records yet').waitFor();
    const { body } = await api.post('/tickets', { title: 'The printer is on fire', priority: 'high' });
    const { id } = body as Ticket;
    const row = page.getByRole('row', { name: /The printer is on fire/ });
    await row.waitFor();
    await checkTables(page);
    await checkAxe(page, 'any-records');

    await page.getByRole('searchbox').fill('no such text');
    await page.getByText('No record matches').waitFor();
    await page.getByRole('searchbox').fill('on fire');
    await row.getByRole('link', { name: id }).click();
    await page.getByRole('heading', { level: 1, name: id }).waitFor();
    await api.patch(`/tickets/${id}`, { title: 'The printer is wet' }, { headers: MERGE_PATCH });
    await page.getByText('"The printer is wet"').waitFor();
    await page.getByText(/1 change, the last/).waitFor();
    await checkAxe(page, 'any-record');

    await page.getByRole('link', { name: 'Those that name it' }).click();
    await page.getByRole('link', { name: /PATCH/ }).click();
    await page.getByRole('heading', { level: 2, name: 'Why' }).waitFor();
    await see(page.getByText(/answered by/));
  },
  options,
);

visit(
  'a record of any API is read with the operation that its page offers',
  async ({ page, open, api }) => {
    const { body } = await api.post('/tickets', { title: 'The door is stuck', priority: 'low' });
    const { id } = body as Ticket;
    await open(`/records/tickets/${id}`);
    await page.locator('.record').getByRole('link').first().click();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('"The door is stuck"').waitFor();
    await checkAxe(page);
  },
  options,
);

visit(
  'the reference has the schemas, events and headers of any API',
  async ({ page, open }) => {
    await open('/reference/api/createTicket');
    const content = page.locator('.reference-content');
    await content.getByText('Bearer token').waitFor();
    await content.getByText(/at most 200 characters/).waitFor();
    await content.getByRole('link', { name: 'Priority' }).click();
    await content.getByRole('heading', { level: 2, name: 'Priority' }).waitFor();
    await content.getByText('normal if it is left out').waitFor();
    await open('/reference/events/ticket.created');
    await content.getByRole('link', { name: 'Ticket', exact: true }).click();
    await content.getByText('updatedAt').waitFor();
    await open('/reference/headers/ETag');
    await content.getByRole('link', { name: 'changeTicket' }).waitFor();
    await checkAxe(page, 'any-reference');
  },
  options,
);

const CREDENTIALS = fileURLToPath(new URL('../acceptance/any-api/descriptions/credentials.yaml', import.meta.url));

visit(
  'an operation is tried with the credential that it asks for',
  async ({ page, open }) => {
    await open('/start');
    await page.getByText('X-API-Key: anything').waitFor();
    for (const [path, words] of [
      ['/in-a-header', 'API key in the header X-API-Key'],
      ['/in-the-query', 'API key in the query key'],
      ['/in-a-cookie', 'API key in the cookie sid'],
      ['/as-a-password', 'User and password (Basic)'],
      ['/nowhere', 'None: it is public'],
    ] as const) {
      await open(`/reference/api/${encodeURIComponent(`GET ${path}`)}`);
      await page.getByText(words).waitFor();
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.locator('.try section .badge').getByText('200', { exact: true }).waitFor();
    }
    expect(await page.evaluate('document.cookie')).toBe('');
    await open('/traffic');
    await page.getByRole('link', { name: /in-a-header/ }).click();
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('GET was answered with 200').waitFor();
    await open('/reference/schemas/Pet');
    await page.getByText('map of string').waitFor();
    await page.getByText('lives').waitFor();
  },
  { mock: { spec: CREDENTIALS } },
);

const ADDRESSES = [
  ...['/', '/visitors', '/servers', '/traffic', '/records', '/scenarios', '/scenarios?view=edit', '/director'],
  ...['/webhooks', '/webhooks/inboxes', '/webhooks/verify', '/webhooks/mail', '/report', '/report?tab=coverage'],
  ...['/reference', '/reference/api/createTicket', '/reference/events', '/reference/control', '/reference/docs'],
];

visit(
  'no screen of any API asks for what its server does not have, or speaks of ours',
  async ({ page, open, api }) => {
    const missing: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 404) missing.push(`${response.request().method()} ${response.url()}`);
    });
    const asked = new Set<unknown>();
    page.on('request', (request) => {
      if (!request.url().includes('/stream')) asked.add(request);
    });
    page.on('requestfinished', (request) => asked.delete(request));
    await api.post('/tickets', { title: 'The printer is on fire', priority: 'high' });
    for (const address of ADDRESSES) {
      await open(address);
      await page.locator('.skeleton').first().waitFor({ state: 'detached' });
      while (asked.size > 0) await page.waitForEvent('requestfinished');
      const text = await page.locator('body').innerText();
      expect({ address, ours: /\b(?:VAT|VIES|VIN|orders?|buyers?|persona)\b/i.exec(text)?.[0] }).toEqual({
        address,
        ours: address === '/reference/docs' ? expect.anything() : undefined,
      });
      await checkAxe(page);
    }
    await page.getByRole('navigation').getByRole('link', { name: 'Visitors' }).click();
    await page.getByRole('button', { name: 'Invite a visitor' }).click();
    await page.getByLabel('The sandbox begins with').waitFor();
    expect(missing).toEqual([]);
  },
  options,
);
