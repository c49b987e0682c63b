import { expect } from '@jest/globals';
import { checkAxe, readDownload, see, shoot, useBrowser, visit } from '../support/browser.ts';
import { SELLER, newOrder } from '../support/sample-order.ts';

useBrowser();

const ORDERS = `/partners/${SELLER}/orders`;

visit(
  'a request is listed when it is answered, and opens to the reason for its answer',
  async ({ page, open, api }) => {
    await open('/traffic');
    await page.getByText('No request yet').waitFor();
    await api.post(ORDERS, { externalOrderId: 'A', vins: [{ vin: 'ABC' }] });
    const row = page.getByRole('link', { name: /createOrder/ });
    await row.waitFor();
    await checkAxe(page, 'traffic');

    await row.click();
    await page.getByRole('heading', { level: 1, name: 'Validation failed' }).waitFor();
    await page.getByText('The smallest change that passes').waitFor();
    await see(page.getByText('must have at least 17 characters, but has 3'));
    // The stage that refused it is open; each other opens to its decision.
    await page.getByText(/validate request refused: 7 violations/).waitFor();
    await page.getByRole('button', { name: /authorize\s*, passed/ }).click();
    await page.getByText(/authorize passed: seller .* is an authorized partner/).waitFor();
    await checkAxe(page, 'traffic-opened');

    await page.getByRole('tab', { name: 'Response' }).click();
    await page.getByText('x-mock-request-id').waitFor();
    await checkAxe(page);
    await page.getByRole('tab', { name: /Caused/ }).click();
    await checkAxe(page);
    await page.getByRole('tab', { name: 'Response' }).click();
    expect(page.url()).toContain('tab=response');
    await page.reload();
    await page.getByRole('tab', { name: 'Response', selected: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { level: 1, name: 'Traffic' }).waitFor();
  },
);

visit('the filters are in the address, and narrow the list', async ({ page, open, api }) => {
  await api.get('/me');
  await api.get('/nothing');
  await open('/traffic?status=4xx');
  await page.getByRole('link', { name: /404 GET/ }).waitFor();
  expect(await page.getByRole('link', { name: /getOrganization/ }).count()).toBe(0);
  await page.getByLabel('Status', { exact: true }).selectOption('');
  await page.getByRole('link', { name: /getOrganization/ }).waitFor();
  await page.getByPlaceholder('Filter by text').fill('no such text');
  await page.getByText('No exchange matches these filters').waitFor();
  expect(page.url()).toContain('text=no+such+text');
  await page.getByRole('button', { name: 'Remove the filters' }).click();
  await page.getByRole('link', { name: /getOrganization/ }).waitFor();
});

visit('rows that come while the reader has scrolled wait above the list', async ({ page, open, api }) => {
  for (let count = 0; count < 60; count++) await api.get('/nothing');
  await open('/traffic');
  const list = page.getByRole('list', { name: 'Exchanges, newest first' });
  await list.waitFor();
  await list.hover();
  await page.mouse.wheel(0, 400);
  const top = () => page.evaluate('document.querySelector(".virtual-list").scrollTop');
  await page.locator('.virtual-row[aria-posinset="36"]').waitFor();
  await api.get('/me');
  await api.get('/me');
  await shoot(page, 'waiting');
  await page.getByRole('button', { name: '2 new' }).click();
  expect(await top()).toBe(0);
  await see(page.getByRole('link', { name: /getOrganization/ }));
  await page.getByRole('button', { name: 'Pause' }).click();
  await api.get('/me');
  await page.getByRole('button', { name: '1 new' }).waitFor();
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('button', { name: '1 new' }).waitFor({ state: 'detached' });
});

visit('the keyboard alone opens rows, closes them and changes the screen', async ({ page, open, api }) => {
  await api.get('/me');
  await api.get('/nothing');
  await open('/traffic');
  await page.getByRole('link', { name: /getOrganization/ }).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'OK' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1, name: 'Traffic' }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await checkAxe(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('/');
  expect(await page.evaluate('document.activeElement.hasAttribute("data-search")')).toBe(true);
});

visit('the smallest change of a refused request is applied and sent', async ({ page, open, api, expectMessage }) => {
  expectMessage(/status of 400/);
  await api.post(ORDERS, { externalOrderId: 'EXP-2001', vins: [{ vin: 'ABC' }], colour: 'red' });
  await open('/traffic');
  await page.getByRole('link', { name: /createOrder/ }).click();
  await page.locator('.change-before', { hasText: 'ABC' }).waitFor();
  await shoot(page, 'smallest-change');
  await page.getByRole('button', { name: 'Apply and send' }).click();
  await page.getByRole('heading', { level: 1, name: 'Created' }).waitFor();

  await page.getByRole('button', { name: 'Edit and send' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Edit and send' });
  await dialog.getByLabel('Body').fill('{');
  await dialog.getByText(/This is not JSON yet/).waitFor();
  await checkAxe(page);
  await dialog.getByRole('button', { name: 'Send POST' }).click();
  await page.getByRole('heading', { level: 1, name: /Malformed/ }).waitFor();
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
    await checkAxe(page, 'exchange-scripted');
    await page.getByRole('link', { name: 'internal-error' }).click();
    await page.getByRole('heading', { level: 1, name: 'internal-error' }).waitFor();
  },
);

visit(
  'an exchange is copied as curl and sent again; the journal is saved as HAR and cleared',
  async ({ page, open, api, mock }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await api.get('/me');
    await open('/traffic');
    await page.getByRole('link', { name: /getOrganization/ }).click();
    await page.getByRole('button', { name: /curl/ }).click();
    await page.waitForFunction('navigator.clipboard.readText().then((text) => text.startsWith("curl -i -X GET"))');
    const copied = String(await page.evaluate('navigator.clipboard.readText()'));
    expect(copied).toContain(`'${mock.url}/v1/me'`);
    expect(copied).toContain('-H "authorization: Bearer $TOKEN"');

    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('GET was answered with 200').waitFor();
    await see(page.locator('.virtual-row[aria-setsize="2"]'));

    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'HAR' }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe('vatmock.har');
    const har = JSON.parse(String(await readDownload(saved))) as {
      readonly log: { readonly entries: readonly unknown[] };
    };
    expect(har.log.entries).toHaveLength(2);

    await open('/traffic');
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.getByRole('button', { name: 'Clear the journal' }).click();
    await page.getByText('No request yet').waitFor();
  },
);

visit('a reused Idempotency-Key is replaced, and the request sent', async ({ page, open, api }) => {
  const headers = { 'idempotency-key': 'one-key' };
  expect((await api.post(ORDERS, newOrder(), { headers })).status).toBe(201);
  expect((await api.post(ORDERS, newOrder(), { headers })).status).toBe(422);
  await open('/traffic?status=4xx');
  await page.getByRole('link', { name: /createOrder/ }).click();
  await page.locator('.change-field', { hasText: 'Idempotency-Key' }).waitFor();
  await page.getByRole('button', { name: 'Apply and send' }).click();
  await page.getByRole('heading', { level: 1, name: 'Created' }).waitFor();
});
