import { expect } from '@jest/globals';
import { useBrowser, visit } from '../support/browser.ts';
import { startMock } from '../support/start-mock.ts';
import { createTestClock } from '../support/test-clock.ts';

useBrowser();

visit(
  'a console whose server was away shows what came meanwhile',
  async ({ page, open, api, mock, expectMessage }) => {
    expectMessage(/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE|ERR_EMPTY|ERR_CONNECTION_RESET/);
    await api.get('/me');
    await open('/traffic');
    await page.getByRole('link', { name: /getOrganization/ }).waitFor();
    await mock.close();
    await page.locator('.header-live-lost').waitFor();
    // As a later process has them: another time, by which it knows that the page's last event was not its own, and other ids.
    const later = createTestClock();
    later.advance(60_000);
    const again = await startMock({ port: Number(new URL(mock.url).port), seed: 'later', clock: later });
    try {
      for (let count = 0; count < 3; count++) await again.api.get('/nothing');
      await page.locator('.header-live-live').waitFor();
      await page.locator('.virtual-row[aria-setsize="4"]').first().waitFor();
      await again.api.get('/me');
      await page.locator('.virtual-row[aria-setsize="5"]').first().waitFor();
      expect(await page.locator('.virtual-row').count()).toBe(5);
    } finally {
      await again.stop();
    }
  },
  { browser: {} },
);
