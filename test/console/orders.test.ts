import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import {
  checkAxe,
  checkTables,
  readDownload,
  see,
  shoot,
  useBrowser,
  visit,
  visitTogether,
} from '../support/browser.ts';
import { SELLER, sampleOrder } from '../support/sample-order.ts';

useBrowser();

const ON_THE_ROAD = '7c41a0d6-9f5e-4b83-8d27-e6b3f09c5a18';
const WITH_VERDICT = 'f26d9a84-0c5e-4b17-8a93-e7c4d1b03f68';

visitTogether('orders', {
  'the board has a column per status, shows that it goes on, and narrows to what is looked for': async ({
    page,
    open,
  }) => {
    await open('/orders');
    const board = page.getByRole('region', { name: 'Orders by status' });
    await board.getByRole('heading', { name: /On the road/ }).waitFor();
    // The last column that is seen is cut, in its middle or so: 40 pixels of it can be read.
    const edges = await page.evaluate<readonly number[]>(`(() => {
    const { right } = document.querySelector('.board').getBoundingClientRect();
    return [...document.querySelectorAll('.board-column')]
      .map((column) => column.getBoundingClientRect())
      .filter((box) => box.left < right && box.right > right)
      .map((box) => right - box.left);
  })()`);
    expect(edges).toHaveLength(1);
    expect(edges[0]).toBeGreaterThan(40);
    await checkAxe(page, 'orders-board');
    await page.getByRole('searchbox', { name: /External id/ }).fill('EXP-2010');
    await page.waitForURL(/q=EXP-2010/);
    await board.getByText('The signed CMR has not been uploaded.').waitFor();
    await board.getByRole('link', { name: 'EXP-2010' }).click();
    await page.getByRole('heading', { level: 1, name: /EXP-2010/ }).waitFor();
  },

  'a move that is offered can be made by its button, and the order shows what became of it': async ({ page, open }) => {
    await open(`/orders/${ON_THE_ROAD}`);
    await page.getByText('CMR_MISSING', { exact: true }).waitFor();
    await page.getByRole('button', { name: /Send: Upload the CMR of WAUZZZGY5PA041928/ }).click();
    await page.getByText('Upload the CMR of WAUZZZGY5PA041928: 201.').waitFor();
    await page.getByText('CMR_MISSING', { exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: /Timeline/ }).click();
    await see(page.getByText('uploadOrderDocument'));
    await checkAxe(page);
  },

  'every part of an order has an address, and meets the rules of axe': async ({ page, open }) => {
    for (const tab of ['vehicles', 'invoices', 'documents', 'compliance', 'timeline', 'json', 'next']) {
      await open(`/orders/${WITH_VERDICT}?tab=${tab}`);
      await page.locator(`[role="tab"][aria-selected="true"][id$="-${tab}"]`).waitFor();
      await page.getByRole('tabpanel').waitFor();
      await checkTables(page);
      if (tab === 'next')
        await see(
          page.getByText('Nothing: this is where the workflow ends.').or(page.getByText('Others and the clock')),
        );
      await checkAxe(page, `order-${tab}`);
    }
  },
});

/** The tab that an order opens with, which is the first, and the card below it. */
const beginning = async (page: Page) => {
  expect(await page.getByRole('tab').first().getAttribute('aria-selected')).toBe('true');
  const card = page.getByRole('main').locator('.card').first();
  expect((await card.boundingBox())?.y).toBeLessThan(400);
  return { tab: await page.getByRole('tab').first().innerText(), card };
};

visit(
  'an order begins with what can happen now, and with its Export File after the verdict',
  async ({ page, open, api }) => {
    const { body } = await api.post(`/partners/${SELLER}/orders`, sampleOrder());
    await open(`/orders/${(body as { readonly uuid: string }).uuid}`);
    const before = await beginning(page);
    expect(before.tab).toBe('What can happen now');
    const missing = before.card.getByText(/^\d+ things are still missing$/);
    const code = before.card.getByText('FINAL_INVOICE_MISSING', { exact: true });
    await missing.waitFor();
    expect(await code.isVisible()).toBe(false);
    await shoot(page, 'order-fresh');
    await missing.click();
    await code.waitFor();
    await before.card.getByLabel('Bring it to').selectOption({ label: 'Exempt' });
    await before.card.getByRole('button', { name: 'Go', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: /Exempt/ }).waitFor();

    const after = await beginning(page);
    expect(after.tab).toBe('Export File');
    const picture = after.card.getByTitle('Export File');
    // The first page, without the buttons of the browser's viewer.
    expect(await picture.getAttribute('src')).toMatch(/^blob:.*#toolbar=0/);
    expect((await picture.boundingBox())?.width).toBeGreaterThan(600);
    const saving = page.waitForEvent('download');
    await after.card.getByRole('button', { name: 'Download' }).click();
    expect((await readDownload(await saving)).subarray(0, 5).toString()).toBe('%PDF-');
    await checkAxe(page, 'order-verdict');
  },
);
