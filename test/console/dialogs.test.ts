import { expect } from '@jest/globals';
import { type Visit, checkAxe, shoot, useBrowser, visit, visitTogether } from '../support/browser.ts';
import { isLongForm } from '../support/long-form.ts';
import { SELLER, newOrder } from '../support/sample-order.ts';

useBrowser();

// Whatever opens over a screen or within it, against the rules of axe in both themes.

const ORDERS = `/partners/${SELLER}/orders`;

const closeDialog = async (page: Visit['page']): Promise<void> => {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
};

visitTogether('what opens over or within a screen', {
  'what asks before something is lost': async ({ page, open, api }) => {
    await api.get('/me');
    await open('/traffic');
    await page
      .getByRole('button', { name: /^Reset/ })
      .first()
      .click();
    await page.getByRole('dialog').waitFor();
    await checkAxe(page);
    await shoot(page, 'dialog-reset');
    await closeDialog(page);
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.getByRole('dialog').waitFor();
    await checkAxe(page);
    await closeDialog(page);
  },

  'the keys, the search and the clock': async ({ page, open }) => {
    await open('/orders');
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await checkAxe(page);
    await shoot(page, 'dialog-keys');
    await closeDialog(page);

    const search = page.getByRole('combobox', { name: /^Search/ });
    await search.fill('auto');
    await page.locator('.search-hit').first().waitFor();
    await checkAxe(page);
    await shoot(page, 'search-results');
    await search.fill('no such thing anywhere');
    await page.getByText(/Nothing/).waitFor();
    await checkAxe(page);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: /20 Nov 2026/ }).click();
    await page.getByRole('button', { name: /more$/ }).click();
    await checkAxe(page);
    await page.getByRole('button', { name: 'Freeze' }).click();
    await page.getByRole('button', { name: 'Let it run' }).waitFor();
    await checkAxe(page);
    await shoot(page, 'clock-frozen');
  },

  'an exchange: each of its parts, edited, and with a body that cannot be sent': async ({
    page,
    open,
    api,
    expectMessage,
  }) => {
    expectMessage(/400/);
    await api.post(ORDERS, newOrder({ vins: [] }));
    await open('/traffic');
    await page.getByRole('link', { name: /422/ }).click();
    await page.getByText('The smallest change that passes').waitFor();
    for (const part of ['Response', /Caused/]) {
      await page.getByRole('tab', { name: part }).click();
      await checkAxe(page);
    }
    await page.getByRole('button', { name: 'Edit and send' }).first().click();
    await page.getByRole('dialog').waitFor();
    await checkAxe(page);
    await shoot(page, 'dialog-edit');
    await page.getByRole('dialog').getByLabel(/Body/).fill('{');
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
    await page.getByRole('heading', { level: 1, name: 'Malformed request' }).waitFor();
    await checkAxe(page);
  },

  'outages by country, and the switch of one': async ({ page, open }) => {
    await open('/buyers');
    await page.getByRole('button', { name: 'Countries' }).click();
    await page.getByRole('button', { name: /DE/ }).first().click();
    await page.getByText('Down for DE').waitFor();
    await checkAxe(page);
    await shoot(page, 'outages');
  },

  'records that the sandbox does not have, with the way back': async ({ page, open, expectMessage }) => {
    expectMessage(/404/);
    const nothing = '00000000-0000-4000-8000-000000000000';
    for (const [address, title, back] of [
      ['/orders', 'This sandbox has no such order', 'All orders'],
      ['/buyers', 'This sandbox has no such buyer', 'All buyers'],
      ['/traffic', 'This sandbox has no such exchange', 'All requests'],
    ] as const) {
      await open(`${address}/${nothing}`);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      await checkAxe(page);
      await page.getByRole('link', { name: back }).click();
      expect(new URL(page.url()).pathname).toBe(`/__console${address}`);
    }
    await open('/nowhere');
    await page.getByRole('heading', { level: 1, name: 'There is no such screen' }).waitFor();
    await checkAxe(page);
  },
});

visit(
  'an exchange that a scenario answered names it, and what the client can do',
  async ({ page, open, api, mock }) => {
    await mock.scenario('internal-error');
    expect((await api.post(ORDERS, newOrder())).status).toBe(500);
    await open('/traffic');
    await page.getByRole('link', { name: /500/ }).click();
    await page.getByRole('heading', { name: 'What your client can do' }).waitFor();
    await page.locator('.change code', { hasText: 'Idempotency-Key' }).waitFor();
    await checkAxe(page);
    await shoot(page, 'exchange-scripted');
    await page.getByRole('link', { name: 'internal-error' }).click();
    await page.getByRole('heading', { level: 1, name: 'internal-error' }).waitFor();
  },
);

// orders.test.ts opens each of them by its address.
if (isLongForm)
  visit('an order: each of its parts', async ({ page, open, api, mock }) => {
    const created = await api.post(ORDERS, newOrder());
    const { uuid } = created.body as { readonly uuid: string };
    await mock.orders.goTo(uuid, { verdict: 'VALID_EXPORT' });
    await open(`/orders/${uuid}`);
    await page.getByText('Not possible now, and why').click();
    for (const part of [/Invoices/, /Documents/, /Compliance/, /Timeline/, 'Export File', 'JSON']) {
      await page.getByRole('tab', { name: part }).click();
      if (part === 'Export File') await page.locator('iframe.export-file').waitFor();
      await checkAxe(page);
    }
  });

visit('the other parts of the report, and a first request in each language', async ({ page, open, api }) => {
  await api.get('/orders?colour=red');
  await open('/report');
  await page.getByText('Suspicion', { exact: true }).waitFor();
  await checkAxe(page);
  for (const part of ['Coverage', 'Not visible here']) {
    await page.getByRole('tab', { name: part }).click();
    await checkAxe(page);
  }
  await open('/');
  for (const language of ['TypeScript', 'C#']) {
    await page.getByRole('tab', { name: language }).click();
    await checkAxe(page);
  }
  await page.getByRole('button', { name: 'Send it from here' }).click();
  await page.getByText(/200/).first().waitFor();
  await checkAxe(page);
});
