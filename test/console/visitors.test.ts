import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { createAdminClient, succeed, tokenOf } from '../acceptance/control-api/admin-client.ts';
import { BUSY, checkAxe, useBrowser, visit, type Visit } from '../support/browser.ts';

useBrowser();

const OPERATOR = 'the-operator-of-this-server';
const HOSTED = { mock: { mode: 'hosted', adminToken: OPERATOR } } as const;
/** For a page with a clock of its own. */
const OWN_CLOCK = { ...HOSTED, browser: {} } as const;

const signInAsOperator = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'As operator instead' }).click();
  await page.getByLabel('Operator token').fill(OPERATOR);
  await page.keyboard.press('Enter');
};

interface MadeLink {
  readonly id: string;
  readonly url: string;
}

const makeLink = async (started: Visit, wish: object): Promise<MadeLink> => {
  const admin = createAdminClient(started);
  return succeed(await admin('POST', '/visitor-links', { token: OPERATOR, body: wish })).body as MadeLink;
};

/** How long a sandbox lasts is told by the browser's clock, which is that of the server then. */
const showSameTime = ({ page, clock }: Visit): Promise<void> => page.clock.setFixedTime(clock.now());

/** Opens the sandbox of a link. */
const enter = async (page: Page, url: string): Promise<void> => {
  await page.goto(url);
  await page.getByRole('button', { name: 'Open the sandbox' }).click();
  await isOnBoard(page);
};

const isOnBoard = (page: Page): Promise<void> => page.locator('.order-card').first().waitFor();

visit(
  'the operator makes a link, copies it once, extends and revokes it; who came by it is out at once',
  async ({ page, open, expectMessage }) => {
    expectMessage(/40[134]/);
    await open('/visitors');
    await signInAsOperator(page);
    await page.getByRole('heading', { level: 1, name: 'Visitors' }).waitFor();
    await checkAxe(page);
    await page.getByRole('button', { name: 'Invite a visitor' }).click();
    await page.getByLabel('Who or what it is for').fill('Spring demo');
    await page.getByLabel('Note for yourself').fill('For Thursday');
    await page.getByLabel('It works').selectOption('many');
    expect(await page.getByLabel('The visitor may').inputValue()).toBe('everything');
    await checkAxe(page, 'visitors-form');
    await page.getByRole('button', { name: 'Make the link' }).click();
    const url = await page.locator('.made-link').innerText();
    expect(url).toMatch(/\/__console\/visit#[\w-]{43}$/);
    await checkAxe(page);
    await page.getByRole('button', { name: 'Done' }).click();
    await page
      .getByRole('row', { name: /Spring demo/ })
      .getByText('Open', { exact: true })
      .waitFor();
    expect(await page.getByText(url).count()).toBe(0);

    const visitor = await page.context().browser()?.newContext();
    if (visitor === undefined) throw new Error('no browser');
    const guest = await visitor.newPage();
    await enter(guest, url);

    await page.getByRole('button', { name: 'One week more for Spring demo' }).click();
    await page.getByText('admits visitors for a week from now').waitFor();
    await checkAxe(page, 'visitors');
    await page.getByRole('button', { name: 'Revoke Spring demo' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke the link' }).click();
    await page
      .getByRole('row', { name: /Spring demo/ })
      .getByText('Revoked', { exact: true })
      .waitFor();
    // Who came by a link has no client to sign in with: the link says what has become of it.
    await guest.getByRole('heading', { level: 1, name: 'Sign in to your sandbox' }).waitFor();
    await guest.getByText('Did a link bring you here? Open it again').waitFor();
    await visitor.close();
  },
  HOSTED,
);

visit(
  'from a link to the populated board are two clicks and less than two seconds; the secret leaves the address',
  async (started) => {
    const { page, expectMessage } = started;
    expectMessage(/401/);
    await showSameTime(started);
    const { url } = await makeLink(started, { name: 'Spring demo' });
    const began = performance.now();
    await page.goto(url);
    await page.getByRole('heading', { level: 1, name: 'Spring demo' }).waitFor();
    expect(page.url()).toBe(url.replace(/#.*/, ''));
    const read = performance.now();
    await checkAxe(page, 'visit');
    // Until the click, a reload shows the same page.
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Spring demo' }).waitFor();
    const clicked = performance.now();
    await page.getByRole('button', { name: 'Open the sandbox' }).click();
    await isOnBoard(page);
    const took = performance.now() - clicked + (read - began);
    expect(took).toBeLessThan(2000 * BUSY);
    // What is the operator's is not the visitor's.
    const header = page.getByRole('banner');
    await header.getByRole('button', { name: 'Sign out' }).waitFor();
    expect(await header.getByText(/Ends in|No persona/).count()).toBe(0);
    await checkAxe(page, 'visitor-board');
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
  },
  OWN_CLOCK,
);

visit(
  'a visitor keeps the sandbox longer, and the countdown says so',
  async (started) => {
    const { page, expectMessage, clock } = started;
    expectMessage(/401/);
    await showSameTime(started);
    const { url } = await makeLink(started, { name: 'Spring demo' });
    await enter(page, url);
    // Start counts down, and in the last hour every screen.
    const ends = page.locator('.lifetime time');
    expect(await ends.count()).toBe(0);
    await page.getByRole('link', { name: 'Start', exact: true }).click();
    await ends.getByText(/^Ends in /).waitFor();
    const before = Date.parse((await ends.getAttribute('datetime')) ?? '');
    clock.advance(3_600_000);
    await page.getByRole('button', { name: 'Keep it longer' }).click();
    await page.getByText(/Your sandbox lasts until/).waitFor();
    const after = Date.parse((await ends.getAttribute('datetime')) ?? '');
    // A day from now, not from then.
    expect(after - before).toBe(3_600_000);
    await page.getByRole('navigation').getByRole('link', { name: 'Orders' }).click();
    await isOnBoard(page);
    expect(await ends.count()).toBe(0);
    clock.advance(23.5 * 3_600_000);
    await showSameTime(started);
    await isOnBoard(page);
    await ends.getByText(/^Ends in (?:29|30) min/).waitFor();
  },
  OWN_CLOCK,
);

visit(
  'each link that opens nothing has a page that says why and what to do',
  async (started) => {
    const { page, clock, expectMessage } = started;
    expectMessage(/40[14]|410|429/);
    const admin = createAdminClient(started);
    const [used, revoked, expired] = [
      await makeLink(started, { name: 'Used' }),
      await makeLink(started, { name: 'Revoked' }),
      await makeLink(started, { name: 'Expired', expiresIn: 'PT1H' }),
    ];
    await enter(page, used.url);
    await page.context().clearCookies();
    await page.goto(used.url);
    await page.getByRole('heading', { level: 1, name: 'This link was used already' }).waitFor();
    await checkAxe(page, 'visit-used');

    await admin('DELETE', `/visitor-links/${revoked.id}`, { token: OPERATOR });
    await page.goto(revoked.url);
    await page.getByRole('heading', { level: 1, name: 'This link was revoked' }).waitFor();

    clock.advance(2 * 3_600_000);
    await page.goto(expired.url);
    await page.getByRole('heading', { level: 1, name: 'This link has expired' }).waitFor();

    await page.goto(used.url.replace(/#.*/, ''));
    await page.getByRole('heading', { level: 1, name: 'This link is not complete' }).waitFor();

    for (let guess = 0, status = 404; status === 404; guess++) {
      // Its answer is awaited: of two links that are pasted in one turn, the page reads only the second.
      const answer = page.waitForResponse((response) => response.url().endsWith('/invitation'));
      await page.goto(`${used.url.replace(/#.*/, '')}#${'x'.repeat(40)}${String(guess)}`);
      status = (await answer).status();
      const title = status === 404 ? 'No such link' : 'Too many wrong links';
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      expect(guess).toBeLessThan(40);
    }
    await page.getByRole('button', { name: /^Try again in/ }).waitFor();
    await checkAxe(page);
  },
  HOSTED,
);

visit(
  'with scripts off, the page of a link says what to do, and nothing is used up',
  async (started) => {
    const { page } = started;
    const { url, id } = await makeLink(started, { name: 'Spring demo' });
    await page.goto(url);
    await page.getByRole('heading', { name: 'vatmock needs JavaScript' }).waitFor();
    expect(await page.locator('noscript p').first().innerText()).toMatch(/nothing is used up/);
    const admin = createAdminClient(started);
    const { data } = succeed(await admin('GET', '/visitor-links', { token: OPERATOR })).body as { data: object[] };
    expect(data).toMatchObject([{ id, state: 'open', useCount: 0 }]);
  },
  { ...HOSTED, browser: { javaScriptEnabled: false } },
);

visit(
  'a visitor takes credentials along that open the sandbox from outside',
  async (started) => {
    const { page, expectMessage } = started;
    expectMessage(/401/);
    await enter(page, (await makeLink(started, { name: 'Spring demo' })).url);
    await page.getByRole('link', { name: 'Start', exact: true }).click();
    await page.getByRole('button', { name: 'Make credentials' }).click();
    const text = await page.locator('pre', { hasText: 'CONTROL_URL=' }).innerText();
    await page.getByText('The sandbox lives until').waitFor();
    await checkAxe(page);
    const made = new Map(text.split('\n').map((line) => line.split('=') as [string, string]));
    const [tokenUrl, clientId, clientSecret] = ['TOKEN_URL', 'CLIENT_ID', 'CLIENT_SECRET'].map((name) =>
      made.get(name)!,
    );
    const bearer = await tokenOf({ tokenUrl: tokenUrl!, clientId: clientId!, clientSecret: clientSecret! });
    const headers = { authorization: `Bearer ${bearer}` };
    expect((await fetch(`${made.get('BASE_URL')!}/me`, { headers })).status).toBe(200);
    expect((await fetch(`${made.get('CONTROL_URL')!}/clock`, { headers })).status).toBe(200);
    await page.reload();
    await page.getByRole('button', { name: 'Make credentials' }).waitFor();
    expect(await page.getByText(made.get('CLIENT_SECRET')!).count()).toBe(0);
  },
  HOSTED,
);

visit(
  'who is invited to watch sees all and can press nothing that changes something',
  async (started) => {
    const { page, expectMessage } = started;
    expectMessage(/401/);
    const { url } = await makeLink(started, { name: 'Hall', copies: 'shared', uses: 'many', permission: 'watch' });
    await page.goto(url);
    await page.getByRole('button', { name: 'Watch' }).click();
    await page.getByRole('complementary', { name: 'Show' }).waitFor();
    await isOnBoard(page);
    expect(await page.getByRole('button', { name: 'Reset' }).first().isDisabled()).toBe(true);
    await page.locator('.order-card a').first().click();
    const move = page.locator('.move button').first();
    await move.waitFor();
    expect(await move.isDisabled()).toBe(true);
    expect(await move.getAttribute('title')).toMatch(/invited to watch/);
    await checkAxe(page);
  },
  HOSTED,
);

visit(
  'a visitor gets a sandbox without a secret, where the operator allows it',
  async (started) => {
    const { page, open, expectMessage } = started;
    expectMessage(/401/);
    await showSameTime(started);
    await open('/');
    await page.getByRole('heading', { name: 'Just looking?' }).waitFor();
    await checkAxe(page, 'sign-up');
    await page.getByRole('button', { name: 'Get a sandbox' }).click();
    await isOnBoard(page);
    await page.getByRole('link', { name: 'Start', exact: true }).click();
    await page.getByText(/^Ends in /).waitFor();
  },
  { mock: { mode: 'hosted', adminToken: OPERATOR, signup: 'open' }, browser: {} },
);
