import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { HELP_DESK } from '../acceptance/any-api/help-desk.ts';
import { checkAxe, see, useBrowser, visit } from '../support/browser.ts';

useBrowser();

const OPERATOR = 'the-operator-of-this-server';

const signUp = async (page: Page, url: string): Promise<void> => {
  await page.goto(`${url}/__console`);
  await page.getByRole('button', { name: 'Get a sandbox' }).click();
  await page.getByText('No records yet').waitFor();
};

const goTo = (page: Page, screen: string): Promise<void> =>
  page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('link', { name: new RegExp(`^${screen}`) })
    .click();

/** Makes credentials for an own program, and creates a ticket with them as curl would. */
const createTicket = async (page: Page, url: string, title: string): Promise<Response> => {
  await goTo(page, 'Start');
  await page.getByText('Authorization: Bearer YOUR_CLIENT_SECRET').waitFor();
  await page.getByRole('button', { name: 'Make credentials' }).click();
  const credentials = await page.getByText(/^BASE_URL=/).innerText();
  const secret = /^CLIENT_SECRET=(.+)$/m.exec(credentials)?.[1] ?? '';
  return fetch(`${url}/v2/tickets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json', 'idempotency-key': title },
    body: JSON.stringify({ title }),
  });
};

visit(
  'two visitors of a hosted server of any API sign up, work on every screen, and see nothing of each other',
  async ({ page, mock, expectMessage }) => {
    expectMessage(/401/);
    const { url } = mock;
    const context = await page.context().browser()?.newContext();
    if (context === undefined) throw new Error('no browser');
    const other = await context.newPage();
    await signUp(page, url);
    await signUp(other, url);

    await goTo(page, 'Webhooks');
    await page.getByRole('button', { name: 'Receive events here' }).click();
    await page
      .getByRole('dialog', { name: 'The inbox receives all events' })
      .getByRole('button', { name: 'Close' })
      .click();
    expect((await createTicket(page, url, 'The printer is on fire')).status).toBe(201);
    expect((await createTicket(other, url, 'The door is stuck')).status).toBe(201);
    await goTo(page, 'Records');
    await page.getByRole('row', { name: /The printer is on fire/ }).waitFor();
    await goTo(other, 'Records');
    await other.getByRole('row', { name: /The door is stuck/ }).waitFor();
    expect(await other.getByText('The printer').count()).toBe(0);
    await checkAxe(page, 'any-hosted-records');

    await goTo(page, 'Traffic');
    await page.getByRole('link', { name: /createTicket/ }).click();
    await page.getByRole('heading', { level: 2, name: 'Why' }).waitFor();
    await see(page.getByText(/answered by/));
    expect(await page.getByRole('link', { name: /createTicket.*201|201.*createTicket/ }).count()).toBe(1);
    const exchange = new URL(page.url()).pathname;
    await other.goto(url + exchange);
    await other.getByText('The printer').waitFor({ state: 'detached' });
    expect(await other.locator('body').innerText()).not.toContain('on fire');

    await goTo(page, 'Webhooks');
    await page.getByRole('row', { name: /ticket.created/ }).waitFor();
    await goTo(other, 'Webhooks');
    expect(await other.getByRole('row', { name: /ticket.created/ }).count()).toBe(0);

    await page.goto(`${url}/__console/report?tab=coverage`);
    await page.getByText(/1 of 11 operations/).waitFor();
    await page.goto(`${url}/__console/reference/api/listTickets`);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('"The printer is on fire"').waitFor();
    expect(await page.getByText('The door').count()).toBe(0);
    await checkAxe(page);
    await context.close();
  },
  { mock: { spec: HELP_DESK, mode: 'hosted', adminToken: OPERATOR, signup: 'open' }, browser: {} },
);
