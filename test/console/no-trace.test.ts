import { expect } from '@jest/globals';
import { see, useBrowser, visit, type Visit } from '../support/browser.ts';
import type { ApiAnswer } from '../support/api-client.ts';
import { createWorkflow } from '../support/workflow.ts';

useBrowser();

/** What the console may read, never change. */
const EXPORTS = ['/state', '/requests?limit=1000', '/coverage', '/findings', '/capsule', '/events', '/deliveries'];

const readAll = async ({ admin }: Visit): Promise<readonly unknown[]> => {
  const bodies: unknown[] = [];
  for (const path of EXPORTS) bodies.push(await admin('GET', path));
  return bodies;
};

const budgetOf = (headers: ApiAnswer['headers']): number => Number(headers['x-ratelimit-remaining']);

visit('a console that is open, and clicked through, leaves no trace', async (started) => {
  const { page, open, api, clock, admin } = started;
  await admin('POST', '/capsule/start', {});
  const workflow = createWorkflow(api, clock);
  const { orderUuid, buyerUuid } = await workflow.begin();
  await api.post('/partners/nobody/orders', { externalOrderId: 'A' });
  const { headers } = await api.get('/me');
  const before = await readAll(started);
  const { data } = before[EXPORTS.indexOf('/requests?limit=1000')] as {
    readonly data: readonly { readonly id: string }[];
  };

  await open('/');
  for (const address of [
    ...['/traffic', `/traffic/${data[0]?.id ?? ''}`, `/orders/${orderUuid}?tab=timeline`, `/buyers/${buyerUuid}`],
    ...['/webhooks', '/scenarios', '/report', '/reference', '/reference/operations/createOrder'],
  ])
    await open(address);
  for (const link of await page.getByRole('navigation', { name: 'Screens' }).getByRole('link').all()) {
    await link.click();
    await see(page.locator('h1'));
  }
  await page.locator('[data-search]').fill('ORD-');
  await page.getByRole('listbox', { name: 'Found' }).waitFor();

  expect(await readAll(started)).toEqual(before);
  const after = await api.get('/me');
  expect(budgetOf(headers)).toBeGreaterThan(1);
  expect(budgetOf(after.headers)).toBe(budgetOf(headers) - 1);
});
