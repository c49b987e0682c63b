import { expect } from '@jest/globals';
import { see, useBrowser, visit } from '../support/browser.ts';
import { startMock } from '../support/start-mock.ts';
import { createTestClock } from '../support/test-clock.ts';

useBrowser();

visit(
  'a console whose server was away shows what the next one has, though its exchanges have the ids of the earlier ones',
  async ({ page, open, api, mock, expectMessage }) => {
    expectMessage(/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE|ERR_EMPTY|ERR_CONNECTION_RESET/);
    await api.get('/me');
    await open('/traffic');
    await page.getByRole('link', { name: /getOrganization/ }).waitFor();
    await mock.close();
    await page.locator('.header-live-lost').waitFor();
    // As a later process has it: another time, by which it knows that the page's last event was not its own.
    const later = createTestClock();
    later.advance(60_000);
    const again = await startMock({ port: Number(new URL(mock.url).port), clock: later });
    try {
      for (let count = 0; count < 3; count++) await again.api.get('/nothing');
      await page.locator('.header-live-live').waitFor();
      await see(page.locator('.virtual-row[aria-setsize="3"]'));
      const own = page.locator('.virtual-row', { hasText: 'getOrganization' });
      await own.waitFor({ state: 'detached' });
      await again.api.get('/me');
      await own.waitFor();
      expect(await page.locator('.virtual-row').count()).toBe(4);
    } finally {
      await again.stop();
    }
  },
  { browser: {} },
);
