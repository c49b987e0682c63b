import { expect } from '@jest/globals';
import { SELLER, sampleOrder } from '../support/sample-order.ts';
import { checkAxe, readDownload, see, shoot, useBrowser, visitTogether } from '../support/browser.ts';

useBrowser();

visitTogether('the start', {
  'Start tells what an application needs, and ticks what it has done': async ({ page, open, api, mock }) => {
    await open('/');
    await page.getByText(mock.baseUrl, { exact: true }).waitFor();
    await page.getByText('demo-secret', { exact: true }).waitFor();
    for (const language of ['TypeScript', 'Python', 'Java', 'Go', 'C#']) {
      await page.getByRole('tab', { name: language }).click();
      await see(page.getByRole('tabpanel').getByText(mock.baseUrl));
    }
    await checkAxe(page);
    await page.getByText('0 of 5').waitFor();
    await page.getByRole('button', { name: 'Send it from here' }).click();
    await page.getByText('GET /me was answered with 200').waitFor();
    await page.getByText('1 of 5').waitFor();
    const { status } = await api.post(`/partners/${SELLER}/orders`, sampleOrder());
    expect(status).toBe(201);
    await page.getByText('2 of 5').waitFor();
    await shoot(page, 'start');
  },

  'the calls of the sandbox are taken along': async ({ page, open, api }) => {
    expect((await api.get('/me')).status).toBe(200);
    await open('/');
    for (const [title, file, part] of [
      ['Page', 'calls.html', '<!doctype html>'],
      ['Postman collection', 'calls.postman_collection.json', 'schema.getpostman.com'],
      ['HAR', 'calls.har', '"entries"'],
    ] as const) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: `Download: ${title}` }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(file);
      expect(String(await readDownload(download)).toLowerCase()).toContain(part.toLowerCase());
    }
    const [pdf] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('button', { name: /^Download: Export File of / })
        .first()
        .click(),
    ]);
    expect((await readDownload(pdf)).subarray(0, 5).toString()).toBe('%PDF-');
    await page.getByText('CONTROL_URL=').waitFor();
    await checkAxe(page, 'start-take-along');
  },

  'the sandbox becomes a persona in one click, and what it was in another': async ({ page, open }) => {
    await open('/');
    const card = page.locator('.personas');
    await card.getByRole('button', { name: 'Become: Marketplace' }).click();
    await page.getByText('This sandbox is that of a marketplace now.').waitFor();
    await card.getByRole('listitem').filter({ hasText: 'Marketplace' }).getByText('You are', { exact: true }).waitFor();
    await checkAxe(page, 'start-persona');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('The sandbox is as it was.').waitFor();
    await card.getByRole('button', { name: 'Become: Marketplace' }).waitFor();
  },

  'the header has the personas: to choose one is to become it': async ({ page, open }) => {
    await open('/orders');
    const persona = page.getByRole('banner').getByLabel('Persona');
    await persona.selectOption({ label: 'Dealer' });
    await page.getByText('This sandbox is that of a dealer now.').waitFor();
    // The header updates once it has read the personas again.
    await persona.locator('option[value="dealer"]:checked').waitFor({ state: 'attached' });
    await checkAxe(page, 'header-persona');
  },
});
