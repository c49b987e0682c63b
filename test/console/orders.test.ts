import { expect } from '@jest/globals';
import { checkAxe, shoot, useBrowser, visit } from '../support/browser.ts';

useBrowser();

const ON_THE_ROAD = '7c41a0d6-9f5e-4b83-8d27-e6b3f09c5a18';
const WITH_VERDICT = 'f26d9a84-0c5e-4b17-8a93-e7c4d1b03f68';

visit('the board has a column per status, and narrows to what is looked for', async ({ page, open }) => {
  await open('/orders');
  const board = page.getByRole('region', { name: 'Orders by status' });
  await board.getByRole('heading', { name: /On the road/ }).waitFor();
  await checkAxe(page);
  await shoot(page, 'orders-board');
  await page.getByRole('searchbox', { name: /External id/ }).fill('EXP-2010');
  await page.waitForURL(/q=EXP-2010/);
  await board.getByText('The signed CMR has not been uploaded.').waitFor();
  await board.getByRole('link', { name: 'EXP-2010' }).click();
  await page.getByRole('heading', { level: 1, name: /EXP-2010/ }).waitFor();
});

visit(
  'a move that is offered can be made by its button, and the order shows what became of it',
  async ({ page, open }) => {
    await open(`/orders/${ON_THE_ROAD}`);
    await page.getByRole('button', { name: /Send: Upload the CMR of WAUZZZGY5PA041928/ }).click();
    await page.getByText('Upload the CMR of WAUZZZGY5PA041928: 201.').waitFor();
    await page.getByText('CMR_MISSING', { exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: /Timeline/ }).click();
    await page.getByText('uploadOrderDocument').first().waitFor();
    await checkAxe(page);
  },
);

visit('an order is brought to a verdict, and its Export File is shown in the page', async ({ page, open }) => {
  await open(`/orders/${ON_THE_ROAD}`);
  await page.getByLabel('Bring it to').selectOption({ label: 'Valid export' });
  await page.getByRole('button', { name: 'Go', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: /Valid export/ }).waitFor();
  await page.getByRole('tab', { name: 'Export File' }).click();
  await page.locator('iframe.export-file').waitFor();
  expect(await page.locator('iframe.export-file').getAttribute('src')).toMatch(/^blob:/);
});

visit('every part of an order has an address, and meets the rules of axe', async ({ page, open }) => {
  for (const tab of ['vehicles', 'invoices', 'documents', 'compliance', 'timeline', 'json']) {
    await open(`/orders/${WITH_VERDICT}?tab=${tab}`);
    await page.getByRole('tabpanel').waitFor();
    await page
      .getByText('Nothing: this is where the workflow ends.')
      .or(page.getByText('Others and the clock'))
      .first()
      .waitFor();
    await checkAxe(page);
    await shoot(page, `order-${tab}`);
  }
});
