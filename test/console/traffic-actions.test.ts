import { expect } from '@jest/globals';
import { readDownload, useBrowser, visit } from '../support/browser.ts';
import { newOrder, SELLER } from '../support/sample-order.ts';

useBrowser();

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
    expect(copied).toContain('-H "Authorization: Bearer $TOKEN"');

    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('GET was answered with 200').waitFor();
    await page.locator('.virtual-row[aria-setsize="2"]').first().waitFor();

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
  const path = `/partners/${SELLER}/orders`;
  expect((await api.post(path, newOrder(), { headers })).status).toBe(201);
  expect((await api.post(path, newOrder(), { headers })).status).toBe(422);
  await open('/traffic?status=4xx');
  await page.getByRole('link', { name: /createOrder/ }).click();
  await page.locator('.change-field', { hasText: 'Idempotency-Key' }).waitFor();
  await page.getByRole('button', { name: 'Apply and send' }).click();
  await page.getByRole('heading', { level: 1, name: 'Created' }).waitFor();
});
