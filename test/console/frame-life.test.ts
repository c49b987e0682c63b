import { expect } from '@jest/globals';
import { checkAxe, shoot, useBrowser, visit, visitTogether } from '../support/browser.ts';

useBrowser();

const OPERATOR = 'the-operator-of-this-server';

visit('the clock says when it is, moves, stops and goes on', async ({ page, open, clock, api }) => {
  await open('/orders');
  await page.getByRole('button', { name: /20 Nov 2026.*running/ }).click();
  const panel = page.getByRole('group', { name: 'Clock of the sandbox' });
  await panel.getByText('What is due').waitFor();
  await shoot(page, 'clock');
  await checkAxe(page);
  await panel.getByRole('button', { name: '+1 day' }).click();
  await page.getByRole('button', { name: /21 Nov 2026/ }).waitFor();
  await panel.getByRole('button', { name: 'Freeze' }).click();
  await page.getByRole('button', { name: /frozen/ }).waitFor();
  await panel.getByRole('button', { name: 'Let it run' }).click();
  await panel.getByText(/ahead of the wall clock/).waitFor();
  expect(clock.now()).toBeLessThan(Date.parse('2026-11-21T00:00:00Z'));
  // What another program does to the clock is on the screen as well.
  const answer = await api.call('POST', new URL('/__admin/clock/advance', page.url()).href, { body: { by: 'PT24H' } });
  expect(answer.status).toBe(200);
  await page.getByRole('button', { name: /22 Nov 2026/ }).waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
});

visit('a reset asks first, and can be undone', async ({ page, open, mock }) => {
  const count = async (): Promise<number> => {
    const answer = (await (await fetch(`${mock.url}/__admin/records/orders`)).json()) as {
      readonly pagination: { readonly totalElements: number };
    };
    return answer.pagination.totalElements;
  };
  await open('/buyers');
  await page.getByRole('button', { name: 'Reset …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reset the sandbox?' });
  await checkAxe(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await fetch(`${mock.url}/__admin/clock/advance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"by":"PT48H"}',
  });
  const before = await count();
  await page.getByRole('button', { name: /22 Nov 2026/ }).waitFor();
  await page.getByRole('button', { name: 'Reset …' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset the sandbox' }).click();
  await page.getByText('The sandbox is as new').waitFor();
  await page.getByRole('button', { name: /20 Nov 2026/ }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: /22 Nov 2026/ }).waitFor();
  expect(await count()).toBe(before);
});

visitTogether('around a screen', {
  'the search finds an order by the number of its application, and by the VAT number of its buyer': async ({
    page,
    open,
  }) => {
    await open('/');
    await page.keyboard.press('/');
    await page.keyboard.type('EXP-1045');
    await page
      .getByRole('option', { name: /EXP-1045/ })
      .first()
      .waitFor();
    await checkAxe(page);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/orders\/[0-9a-f-]{36}/);
    await page.keyboard.press('/');
    await page.keyboard.type('EL929378427');
    await page.getByRole('option', { name: /^buyer Aftokinita Papadakis/ }).waitFor();
    await page.getByRole('option', { name: /^order EXP-1045\s*EL929378427/ }).waitFor();
  },

  'the navigation counts what is new on the other screens': async ({ page, open, api }) => {
    await open('/');
    await api.get('/me');
    await api.get('/nothing');
    await page.getByRole('link', { name: /Traffic\s*2 new exchanges/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Traffic' }).waitFor();
    await page.getByRole('link', { name: 'Traffic', exact: true }).waitFor();
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

visit(
  'a hosted server asks who looks',
  async ({ page, open, mock, expectMessage }) => {
    expectMessage(/status of 401/);
    const created = await fetch(`${mock.url}/__admin/sandboxes`, {
      method: 'POST',
      headers: { authorization: `Bearer ${OPERATOR}`, 'content-type': 'application/json' },
      body: '{"name":"Sales"}',
    });
    expect(created.status).toBe(201);
    const { id } = (await created.json()) as { readonly id: string };
    await open('/traffic');
    await page.getByRole('heading', { name: 'Sign in to your sandbox' }).waitFor();
    await checkAxe(page);
    await shoot(page, 'sign-in');
    await page.getByLabel('Client id').fill('api-client-demo');
    await page.getByLabel('Client secret').fill('wrong');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').waitFor();
    await page.getByRole('button', { name: 'As operator instead' }).click();
    await page.getByLabel('Operator token').fill(OPERATOR);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Choose a sandbox' }).waitFor();
    await page.getByLabel('Sandbox', { exact: true }).selectOption(id);
    await page.getByRole('heading', { level: 1, name: 'Traffic' }).waitFor();
    expect(page.url()).toContain(`?sandbox=${id}`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to your sandbox' }).waitFor();
  },
  { mock: { mode: 'hosted', adminToken: OPERATOR } },
);
