import { expect } from '@jest/globals';
import { checkAxe, shoot, useBrowser, visit } from '../support/browser.ts';

useBrowser();

const SELLER = '3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31';
const ORDERS = `/partners/${SELLER}/orders`;

/** What the page would run or fetch, if it took text for HTML. */
const HOSTILE = '<img src=x onerror="document.title=1"><script>document.title=2</script> \u202Eשלום\u202C 🚗';

visit(
  'a request is listed when it is answered, and opens to the reason for its answer',
  async ({ page, open, api }) => {
    await open('/traffic');
    await page.getByText('No request yet').waitFor();
    await api.post(ORDERS, { externalOrderId: 'A', vins: [{ vin: 'ABC' }] });
    const row = page.getByRole('link', { name: /createOrder/ });
    await row.waitFor();
    await shoot(page, 'traffic');
    await checkAxe(page);

    await row.click();
    await page.getByRole('heading', { level: 1, name: 'Validation failed' }).waitFor();
    await page.getByText('The smallest change that passes').waitFor();
    await page.getByText('must have at least 17 characters, but has 3').first().waitFor();
    // The stage that refused it is open; each other opens to its decision.
    await page.getByText(/validate request refused: 7 violations/).waitFor();
    await page.getByRole('button', { name: /authorize\s*, passed/ }).click();
    await page.getByText(/authorize passed: seller .* is an authorized partner/).waitFor();
    await shoot(page, 'traffic-opened');
    await checkAxe(page);

    await page.getByRole('tab', { name: 'Response' }).click();
    await page.getByText('x-mock-request-id').waitFor();
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

visit('what others wrote is shown as text', async ({ page, open, api }) => {
  await api.post(ORDERS, { externalOrderId: HOSTILE, [HOSTILE]: 'x'.repeat(200_000) });
  await api.get(`/${encodeURIComponent(HOSTILE)}`);
  await open('/traffic');
  await page.getByRole('link', { name: /createOrder/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Validation failed' }).waitFor();
  await page.getByText('<img src=x').first().waitFor();
  await page.getByRole('button', { name: 'Edit and send' }).first().isVisible();
  expect(await page.locator('main img, main script').count()).toBe(0);
  expect(await page.title()).toBe('Traffic · vatmock');
  await checkAxe(page);
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
  await page
    .getByRole('link', { name: /getOrganization/ })
    .first()
    .waitFor();
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
