import { expect } from '@jest/globals';
import { SELLER, sampleOrder } from '../support/sample-order.ts';
import { checkAxe, shoot, useBrowser, visit } from '../support/browser.ts';

useBrowser();

visit('Start tells what an application needs, and ticks what it has done', async ({ page, open, api, mock }) => {
  await open('/');
  await page.getByText(mock.baseUrl, { exact: true }).waitFor();
  await page.getByText('demo-secret', { exact: true }).waitFor();
  for (const language of ['TypeScript', 'Python', 'Java', 'Go', 'C#']) {
    await page.getByRole('tab', { name: language }).click();
    await page.getByRole('tabpanel').getByText(mock.baseUrl).first().waitFor();
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
});
