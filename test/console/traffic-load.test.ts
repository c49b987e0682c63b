import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { pace, useBrowser, visit } from '../support/browser.ts';

useBrowser();

const PER_SECOND = 50;
/** TRAFFIC_SECONDS=60 makes it the minute that was promised. */
const SECONDS = Number(process.env['TRAFFIC_SECONDS'] ?? 6);
/** One row costs the page less than this, and all else nothing. */
const BYTES_PER_ROW = 6000;
/** Rows in the page, however long the list is. */
const MOST_ROWS = 60;

const measure = async (page: Page) => {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return {
    usedSize,
    rows: await page.locator('.virtual-row').count(),
    listed: Number(await page.locator('.virtual-row').first().getAttribute('aria-setsize')),
  };
};

const listed = (page: Page, count: number): Promise<void> =>
  page
    .locator(`.virtual-row[aria-setsize="${String(count)}"]`)
    .first()
    .waitFor();

/** All rows from the newest to the oldest, as the reader scrolls past them: never further than to a row that is there. */
const readRows = async (page: Page): Promise<readonly string[]> => {
  const seen = new Map<number, string>();
  const script = `(async () => {
    const shown = [...document.querySelectorAll('.virtual-list .virtual-row')];
    const rows = shown.map((row) => [
      Number(row.getAttribute('aria-posinset')),
      row.querySelector('a').pathname.split('/').at(-1),
    ]);
    const last = shown.at(-1);
    const isEnd = last.getAttribute('aria-posinset') === last.getAttribute('aria-setsize');
    last.scrollIntoView({ block: 'start' });
    await new Promise(requestAnimationFrame);
    return { rows, isEnd };
  })()`;
  for (;;) {
    const { rows, isEnd } = await page.evaluate<{
      readonly rows: readonly (readonly [number, string])[];
      readonly isEnd: boolean;
    }>(script);
    for (const [place, id] of rows) seen.set(place, id);
    if (isEnd) return [...seen].sort(([a], [b]) => a - b).map(([, id]) => id);
  }
};

visit(
  '50 requests a second lose no row, change no order and leave nothing behind',
  async ({ page, open, api, mock }) => {
    const times = SECONDS * PER_SECOND;
    await api.get('/me');
    await open('/traffic');
    await page.getByRole('link', { name: /getOrganization/ }).waitFor();
    await pace(times / 2, PER_SECOND, () => api.get('/nothing'));
    await listed(page, times / 2 + 1);
    const before = await measure(page);
    await pace(times / 2, PER_SECOND, () => api.get('/nothing'));
    await listed(page, times + 1);
    const after = await measure(page);

    expect(after.listed).toBe(times + 1);
    expect(after.rows).toBeLessThan(MOST_ROWS);
    expect(after.usedSize - before.usedSize).toBeLessThan((times / 2) * BYTES_PER_ROW + 500_000);

    const { data } = (await (await fetch(`${mock.url}/__admin/requests?limit=1000`)).json()) as {
      readonly data: readonly { readonly id: string }[];
    };
    const shown = await readRows(page);
    expect(new Set(shown).size).toBe(times + 1);
    expect(shown.slice(0, data.length)).toEqual(data.map(({ id }) => id));
  },
  { timeout: 30_000 + SECONDS * 3000 },
);
