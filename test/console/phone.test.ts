import { eventually } from '../support/eventually.ts';
import { expect } from '@jest/globals';
import { shoot, useBrowser, visit } from '../support/browser.ts';

useBrowser();

const WITH_VERDICT = 'f26d9a84-0c5e-4b17-8a93-e7c4d1b03f68';
const HEIGHT = 844;

/** Screens, with those that they stand below. */
const PLACES = {
  ...{ Traffic: undefined, Webhooks: 'Traffic', Orders: undefined, Buyers: 'Orders', Scenarios: undefined },
  ...{ Director: 'Scenarios', Reference: undefined, Start: undefined },
};

visit(
  'on a phone five items lead everywhere, content begins in the upper half, and the tab of an address is in view',
  async ({ page, open, api }) => {
    await api.get('/me');
    await open('/');
    const navigation = page.getByRole('navigation', { name: 'Screens' });
    const items = navigation.locator('> ul > li');
    for (const [title, above] of Object.entries(PLACES)) {
      expect(await items.filter({ visible: true }).count()).toBe(5);
      if (above !== undefined) await navigation.getByRole('link', { name: above }).click();
      await navigation.getByRole('link', { name: title }).click();
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
      await page.locator('.skeleton').first().waitFor({ state: 'detached' });
      const first = page.getByRole('main').locator('.card, .order-card, .virtual-row, .empty-state, nav').first();
      await first.waitFor();
      expect({ title, isLow: ((await first.boundingBox())?.y ?? HEIGHT) > HEIGHT / 2 }).toEqual({
        title,
        isLow: false,
      });
      await shoot(page, `phone-${title.toLowerCase()}`);
    }
    await navigation.getByRole('link', { name: 'Traffic' }).click();
    const href = await page.getByRole('link', { name: /getOrganization/ }).getAttribute('href');
    for (const address of [
      `/orders/${WITH_VERDICT}?tab=json`,
      `${href?.replace(/.*__console/, '') ?? ''}?tab=response`,
    ]) {
      await open(address);
      const tab = page.getByRole('tab', { selected: true });
      // Until all that stands above has come, and the former screen has gone, the tab may be elsewhere.
      await eventually(async () => ((await tab.boundingBox())?.y ?? HEIGHT) < HEIGHT * 0.6);
      const box = await tab.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
    }
    // A row is a card: titles on the left, all that a cell says on the right.
    await open(`/orders/${WITH_VERDICT}?tab=vehicles`);
    const [title, value] = await Promise.all(
      [page.getByText('SB1K53BE30E118472'), page.getByText(/49,300 km/)].map((part) => part.boundingBox()),
    );
    expect(value?.x).toBe(title?.x);
  },
  { browser: { viewport: { width: 390, height: HEIGHT } } },
);
