import { expect } from '@jest/globals';
import { createAdminClient, succeed } from '../acceptance/control-api/admin-client.ts';
import { useBrowser, visit } from '../support/browser.ts';

useBrowser();

visit('the clock goes to the next job and to a date, and stands still when frozen', async (started) => {
  const { page, open } = started;
  const admin = createAdminClient(started);
  const now = async (): Promise<string> => (succeed(await admin('GET', '/clock')).body as { readonly now: string }).now;
  await open('/orders');
  await page.getByRole('button', { name: /20 Nov 2026/ }).click();
  const panel = page.getByRole('group', { name: 'Clock of the sandbox' });
  await panel.getByRole('button', { name: 'Freeze' }).click();
  await page.getByRole('button', { name: /frozen/ }).waitFor();
  const { data } = succeed(await admin('GET', '/jobs?limit=1')).body as {
    readonly data: readonly { readonly dueAt: string }[];
  };
  await panel.getByRole('button', { name: 'To the next job' }).click();
  await page.getByText(/job(?:s)? ran/).waitFor();
  expect(Date.parse(await now())).toBe(Date.parse(data[0]?.dueAt ?? ''));

  await panel.getByLabel('Date and time, UTC').fill('2026-12-01T08:30:00');
  await panel.getByRole('button', { name: 'Go to this time' }).click();
  await page.getByRole('button', { name: /1 Dec 2026/ }).waitFor();
  expect(Date.parse(await now())).toBe(Date.parse('2026-12-01T08:30:00Z'));
  await panel.getByRole('button', { name: 'Let it run' }).click();
  await panel.getByText(/ahead of the wall clock/).waitFor();
});

visit('the navigation counts failed deliveries and findings', async (started) => {
  const { page, open, api } = started;
  const admin = createAdminClient(started);
  succeed(await admin('PUT', '/inbox/shop', { body: { register: true } }));
  succeed(await admin('PUT', '/inbox/shop', { body: { answers: [500] } }));
  await open('/');
  await api.get('/me?seller=all');
  await page.getByRole('link', { name: /Report\s*\d+ new findings/ }).waitFor();
  succeed(await admin('POST', '/events', { body: { type: 'prospect.submitted' } }));
  succeed(await admin('POST', '/clock/advance', { body: { by: 'P4D' } }));
  await page.getByRole('link', { name: /Webhooks\s*\d+ failed deliveries/ }).click();
  await page.getByRole('link', { name: 'Webhooks', exact: true }).waitFor();
});
