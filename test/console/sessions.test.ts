import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type NewSandbox, createAdminClient, createSandbox, tokenOf } from '../acceptance/control-api/admin-client.ts';
import { checkAxe, see, useBrowser, visit, type Visit } from '../support/browser.ts';
import { createWorkflow } from '../support/workflow.ts';

useBrowser();

const OPERATOR = 'the-operator-of-this-server';
const HOSTED = { mock: { mode: 'hosted', adminToken: OPERATOR, maxGuesses: 0 } } as const;
const HOUR = 3_600_000;

const makeSandbox = (started: Visit, name: string): Promise<NewSandbox> =>
  createSandbox(createAdminClient(started), { name }, { token: OPERATOR });

const signIn = async (page: Page, { clientId, clientSecret }: Pick<NewSandbox, 'clientId' | 'clientSecret'>) => {
  await page.getByLabel('Client id').fill(clientId);
  await page.getByLabel('Client secret').fill(clientSecret);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
};

/** A request of the API in the sandbox. */
const send = async (started: Visit, sandbox: NewSandbox, path: string): Promise<void> => {
  const headers = { authorization: `Bearer ${await tokenOf(sandbox)}` };
  await started.api.get(path, { as: null, headers });
};

visit(
  'a client signs in with its secret, sees its sandbox, and signs out',
  async (started) => {
    const { page, open, expectMessage } = started;
    expectMessage(/401/);
    const sandbox = await makeSandbox(started, 'One');
    await send(started, sandbox, '/me');
    await open('/traffic');
    await page.getByRole('heading', { level: 1, name: 'Sign in to your sandbox' }).waitFor();
    await checkAxe(page, 'sign-in');

    await signIn(page, { ...sandbox, clientSecret: 'wrong' });
    await page.getByRole('alert').waitFor();
    await checkAxe(page, 'sign-in-refused');
    await signIn(page, sandbox);
    await page.getByRole('heading', { level: 1, name: 'Traffic' }).waitFor();
    await page.getByRole('link', { name: /getOrganization/ }).waitFor();
    // What it does next comes by the stream.
    await send(started, sandbox, '/nothing');
    await page.getByText('/v1/nothing', { exact: true }).waitFor();
    const cookies = await page.context().cookies();
    expect(cookies.map(({ httpOnly, sameSite }) => ({ httpOnly, sameSite }))).toEqual([
      { httpOnly: true, sameSite: 'Strict' },
    ]);

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in to your sandbox' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Sign in to your sandbox' }).waitFor();
  },
  HOSTED,
);

visit(
  'the operator signs in with its token, and chooses the sandbox',
  async (started) => {
    const { page, open, expectMessage } = started;
    expectMessage(/401/);
    const sandbox = await makeSandbox(started, 'One');
    await send(started, sandbox, '/nothing');
    await open('/traffic');
    await page.getByRole('button', { name: 'As operator instead' }).click();
    await page.getByLabel('Operator token').fill('wrong');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Operator token').fill(OPERATOR);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Choose a sandbox' }).waitFor();
    await page.getByRole('banner').getByLabel('Sandbox').selectOption(sandbox.id);
    await page.getByText('/v1/nothing', { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('sandbox')).toBe(sandbox.id);
    await checkAxe(page);
  },
  HOSTED,
);

visit(
  'a session that ends while the page is open asks to sign in, and stays at its address',
  async (started) => {
    const { page, open, clock, expectMessage } = started;
    expectMessage(/401/);
    const sandbox = await makeSandbox(started, 'One');
    await send(started, sandbox, '/nothing');
    await open('/traffic?status=4xx');
    await signIn(page, sandbox);
    await page.getByText('/v1/nothing', { exact: true }).waitFor();
    const address = page.url();
    clock.advance(24 * HOUR);
    // The next thing that the page reads.
    await page.getByRole('link', { name: /GET/ }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Sign in to your sandbox' }).waitFor();
    const opened = page.url();
    await signIn(page, sandbox);
    // Escape does nothing until the exchange is shown.
    await page.getByRole('link', { name: 'Close the exchange' }).waitFor();
    expect(page.url()).toBe(opened);
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { level: 1, name: 'Traffic' }).waitFor();
    expect(page.url()).toBe(address);
  },
  HOSTED,
);

visit(
  'a visitor of one sandbox sees nothing of another: no event, no hit of the search, no link typed by hand',
  async (started) => {
    const { page, open, api, clock, expectMessage } = started;
    expectMessage(/40[134]/);
    const [mine, theirs] = [await makeSandbox(started, 'Mine'), await makeSandbox(started, 'Theirs')];
    const token = await tokenOf(theirs);
    const others = { headers: { authorization: `Bearer ${token}` }, as: null };
    const workflow = createWorkflow(
      {
        ...api,
        get: (path, call) => api.get(path, { ...call, ...others }),
        post: (path, body, call) =>
          api.post(path, body, { ...call, ...others, headers: { ...call?.headers, ...others.headers } }),
      },
      clock,
      { seller: theirs.sellers[0] ?? '' },
    );
    const buyer = await workflow.createBuyer({ companyName: 'Secret Trading GmbH' });
    const order = await workflow.createOrder(buyer.body.uuid, { externalOrderId: 'SECRET-1' });
    expect([buyer.status, order.status]).toEqual([201, 201]);
    const { data } = (await createAdminClient(started)('GET', `/requests?sandbox=${theirs.id}`, { token: OPERATOR }))
      .body;
    const [exchange] = data as readonly { readonly id: string }[];

    await open('/traffic');
    await signIn(page, mine);
    await page.getByText('No request yet').waitFor();
    await workflow.order(order.body.uuid);
    await send(started, mine, '/me');
    await page.getByRole('link', { name: /getOrganization/ }).waitFor();
    // The token, and what it was used for.
    expect(await page.locator('.virtual-row').count()).toBe(2);

    for (const text of ['SECRET-1', 'Secret Trading', order.body.uuid as string, exchange?.id ?? '']) {
      await page.locator('[data-search]').fill(text);
      await page.getByText('Nothing has this id, VIN, VAT number or name').waitFor();
      await page.locator('[data-search]').fill('');
      await page.getByRole('listbox', { name: 'Found' }).waitFor({ state: 'hidden' });
    }
    for (const address of [
      `/traffic/${exchange?.id ?? ''}`,
      `/orders/${order.body.uuid as string}`,
      `/traffic?sandbox=${theirs.id}`,
      `/orders?sandbox=${theirs.id}`,
    ]) {
      await page.goto(`${started.mock.url}/__console${address}`);
      const main = page.getByRole('main');
      await see(main.getByRole('alert').or(main.getByRole('heading', { name: 'This sandbox has no such' })));
      const shown = await page.locator('body').innerText();
      expect(shown).not.toMatch(/SECRET-1|Secret Trading|WVWZZZ/);
    }
  },
  HOSTED,
);
