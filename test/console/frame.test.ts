import { expect } from '@jest/globals';
import { checkAxe, checkTables, useBrowser, visitTogether } from '../support/browser.ts';

useBrowser();

const SCREENS = ['Start', 'Traffic', 'Orders', 'Buyers', 'Webhooks', 'Scenarios', 'Report', 'Reference'];

/** A script, a handler or a style of its own, which no screen has in the page. */
const OWN = 'style, script:not([src]), [onclick], [onerror], [onload], base, object, embed';

visitTogether('screens', {
  'every screen has an address of its own, and meets the rules of axe in both themes': async ({
    page,
    open,
    admin,
  }) => {
    await admin('PUT', '/inbox/a-shop-with-a-long-name-and-a-receiver-to-match', { register: true });
    await admin('POST', '/events', { type: 'compliance.decision_made' });
    await open('/start');
    for (const title of SCREENS) {
      await page.getByRole('navigation').getByRole('link', { name: title }).click();
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      expect(await page.title()).toBe(`${title} · vatmock`);
      await page.locator('.skeleton').first().waitFor({ state: 'detached' });
      await checkTables(page);
      expect(await page.locator(OWN).count()).toBe(0);
      await checkAxe(page, `screen-${title.toLowerCase()}`);
    }
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Report' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Report' }).waitFor();
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
  },

  'an address that names no screen says so': async ({ page, mock }) => {
    await page.goto(`${mock.url}/__console/nowhere`);
    await page.getByRole('heading', { level: 1, name: 'There is no such screen' }).waitFor();
    await checkAxe(page);
    await page.getByRole('link', { name: 'Go to Start' }).click();
    await page.getByRole('heading', { level: 1, name: 'Start' }).waitFor();
  },
});
