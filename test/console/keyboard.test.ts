import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { useBrowser, visit } from '../support/browser.ts';

useBrowser();

interface Stop {
  readonly name: string;
  readonly isSeen: boolean;
}

/** Notes what has the focus, and whether a reader sees that it has: an outline, a shadow or a place that moved in. */
const NOTE = `globalThis.noted = []; globalThis.onfocusin ??= document.addEventListener('focusin', ({ target: element }) => {
  const { boxShadow } = getComputedStyle(element);
  const { width, height } = element.getBoundingClientRect();
  const isOutlined = [getComputedStyle(element), getComputedStyle(element, '::after'), getComputedStyle(element.parentElement)]
    .some(({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && outlineWidth !== '0px');
  element.dataset.stop ??= String(++globalThis.stops || (globalThis.stops = 1));
  noted.push({
    name: element.dataset.stop + ' ' + element.tagName + '.' + element.className + ' ' + (element.textContent || element.ariaLabel || '').slice(0, 30),
    isSeen: (isOutlined || boxShadow !== 'none') && width > 0 && height > 0,
  });
}) ?? true`;

/** Keys between two looks at what was noted. */
const KEYS = 20;

/** Tabs through the page until the focus leaves it, or comes round. */
const tabThrough = async (page: Page): Promise<readonly Stop[]> => {
  await page.evaluate(NOTE);
  let stops: readonly Stop[] = [];
  for (let count = 0; count < 260; count += KEYS) {
    for (let key = 0; key < KEYS; key++) await page.keyboard.press('Tab');
    stops = await page.evaluate<readonly Stop[]>('noted');
    const round = stops.findIndex(({ name }, index) => index > 0 && name === stops[0]?.name);
    if (round > 0) return stops.slice(0, round);
  }
  throw new Error(
    `the focus stays in the page: ${stops
      .slice(-4)
      .map(({ name }) => name)
      .join(', ')}`,
  );
};

const LETTERS = { t: 'Traffic', o: 'Orders', b: 'Buyers', w: 'Webhooks', c: 'Scenarios', r: 'Report', s: 'Start' };

visit(
  'each screen is reached by two keys, and Tab goes through all of it with a focus that is seen',
  async ({ page, open, api }) => {
    await api.get('/me');
    await open('/reference/operations/createOrder');
    for (const [letter, title] of Object.entries(LETTERS)) {
      // Where the walk through the last screen ended, the keys may be text.
      await page.evaluate('document.activeElement.blur()');
      await page.keyboard.press('g');
      await page.keyboard.press(letter);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      await page.locator('.skeleton').first().waitFor({ state: 'detached' });
      await page.evaluate('document.activeElement.blur()');
      const stops = await tabThrough(page);
      expect(stops.length).toBeGreaterThan(14);
      // Each element once: nothing holds the focus.
      expect(new Set(stops.map(({ name }) => name)).size).toBe(stops.length);
      expect({ title, unseen: stops.filter(({ isSeen }) => !isSeen).map(({ name }) => name) }).toEqual({
        title,
        unseen: [],
      });
    }
  },
);

visit('a dialog keeps the focus while it is open, and gives it back', async ({ page, open }) => {
  await open('/');
  const reset = page.getByRole('button', { name: /Reset/ });
  await reset.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  for (let count = 0; count < 6; count++) {
    await page.keyboard.press('Tab');
    expect(
      await page.evaluate(
        'document.activeElement === document.body || document.activeElement.closest("dialog") !== null',
      ),
    ).toBe(true);
  }
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await page.evaluate('document.activeElement.textContent')).toBe(await reset.textContent());
});
