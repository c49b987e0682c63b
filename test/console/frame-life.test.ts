import { expect } from '@jest/globals';
import { BUSY, checkAxe, see, useBrowser, visit, visitTogether } from '../support/browser.ts';

useBrowser();

visit(
  'the clock says when it is, moves to a date and to the next job, stops and goes on',
  async ({ page, open, admin }) => {
    const now = async () => Date.parse((await admin<{ readonly now: string }>('GET', '/clock')).now);
    await open('/orders');
    await page.getByRole('button', { name: /20 Nov 2026.*running/ }).click();
    const panel = page.getByRole('group', { name: 'Clock of the sandbox' });
    await panel.getByText('What is due').waitFor();
    await checkAxe(page, 'clock');
    await panel.getByRole('button', { name: 'Freeze' }).click();
    await page.getByRole('button', { name: /frozen/ }).waitFor();
    const { data } = await admin<{ readonly data: readonly { readonly dueAt: string }[] }>(
      'GET',
      '/records/jobs?limit=1',
    );
    await panel.getByRole('button', { name: 'To the next job' }).click();
    await page.getByText(/job(?:s)? ran/).waitFor();
    expect(await now()).toBe(Date.parse(data[0]?.dueAt ?? ''));
    await panel.getByLabel('Date and time, UTC').fill('2026-12-01T08:30:00');
    await panel.getByRole('button', { name: 'Go to this time' }).click();
    await page.getByRole('button', { name: /1 Dec 2026/ }).waitFor();
    expect(await now()).toBe(Date.parse('2026-12-01T08:30:00Z'));
    await panel.getByRole('button', { name: '+1 day' }).click();
    await page.getByRole('button', { name: /2 Dec 2026/ }).waitFor();
    await checkAxe(page);
    await panel.getByRole('button', { name: 'Let it run' }).click();
    await panel.getByText(/ahead of the wall clock/).waitFor();
    // What another program does to the clock is on the screen as well.
    await admin('POST', '/clock/advance', { by: 'PT24H' });
    await page.getByRole('button', { name: /3 Dec 2026/ }).waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
  },
);

visit(
  'the navigation counts what is new on other screens: exchanges, findings, failed deliveries',
  async ({ page, open, api, admin }) => {
    await admin('PUT', '/inbox/shop', { register: true });
    await admin('PUT', '/inbox/shop', { answers: [500] });
    await open('/');
    await api.get('/me');
    await api.get('/orders?statsu=CREATED');
    await see(page.getByRole('link', { name: /Report\s*\d+ new findings/ }).locator('.navigation-urgent'));
    await admin('POST', '/events', { type: 'prospect.submitted' });
    await admin('POST', '/clock/advance', { by: 'P4D' });
    await page.getByRole('link', { name: /Traffic\s*2 new exchanges/ }).click();
    await page.getByRole('link', { name: 'Traffic', exact: true }).waitFor();
    await page.getByRole('link', { name: /Webhooks\s*\d+ failed deliveries/ }).click();
    await page.getByRole('link', { name: 'Webhooks', exact: true }).waitFor();
  },
);

visit('a reset asks first, takes less than a second, and can be undone', async ({ page, open, admin }) => {
  const count = async (): Promise<unknown> => (await admin('GET', '/records/orders'))['pagination'];
  await open('/buyers');
  await page.getByRole('button', { name: 'Reset …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reset the sandbox?' });
  await checkAxe(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await admin('POST', '/clock/advance', { by: 'PT48H' });
  const before = await count();
  await page.getByRole('button', { name: /22 Nov 2026/ }).waitFor();
  await page.getByRole('button', { name: 'Reset …' }).click();
  const began = performance.now();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset the sandbox' }).click();
  await page.getByText('The sandbox is as new').waitFor();
  expect(performance.now() - began).toBeLessThan(1000 * BUSY);
  await page.getByRole('button', { name: /20 Nov 2026/ }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: /22 Nov 2026/ }).waitFor();
  expect(await count()).toEqual(before);
});

visitTogether('around a screen', {
  'the search finds an order by the number of its application, and by the VAT number of its buyer': async ({
    page,
    open,
  }) => {
    await open('/');
    await page.keyboard.press('/');
    await page.keyboard.type('EXP-1045');
    await see(page.getByRole('option', { name: /EXP-1045/ }));
    await checkAxe(page);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/orders\/[0-9a-f-]{36}/);
    await page.keyboard.press('/');
    await page.keyboard.type('EL929378427');
    await page.getByRole('option', { name: /^buyer Aftokinita Papadakis/ }).waitFor();
    await page.getByRole('option', { name: /^order EXP-1045\s*EL929378427/ }).waitFor();
  },

  'the theme is kept': async ({ page, open }) => {
    await open('/');
    await page.getByRole('button', { name: 'Theme: as the system' }).click();
    await page.getByRole('button', { name: 'Theme: light' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Theme: dark' }).waitFor();
    expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe('dark');
  },
});
