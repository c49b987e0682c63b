import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { createAdminClient, succeed } from '../acceptance/control-api/admin-client.ts';
import { type Visit, checkAxe, shoot, useBrowser, visit } from '../support/browser.ts';
import { isLongForm } from '../support/long-form.ts';

useBrowser();

const LOST = 'The answer is lost, the order is not';

interface Played {
  readonly show: {
    readonly status: string;
    readonly played: number;
    readonly steps: number;
    readonly current: { readonly title: string; readonly look: string | null } | null;
    readonly outline: readonly { readonly steps: readonly { readonly title: string }[] }[];
  } | null;
}

const readShow = async (started: Visit): Promise<NonNullable<Played['show']>> => {
  const { show } = succeed(await createAdminClient(started)('GET', '/show')).body as Played;
  if (show === null) throw new Error('nothing is played');
  return show;
};

/** Opens the presenter's window from the list. */
const play = async ({ page, open }: Visit, title: string): Promise<void> => {
  await open('/director');
  await page.getByRole('button', { name: `Play ${title}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset and play' }).click();
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
};

/** As `play`, and the audience's window beside it. */
const openWindows = async (started: Visit, title: string): Promise<{ presenter: Page; audience: Page }> => {
  const { page: presenter, mock } = started;
  await play(started, title);
  const audience = await presenter.context().newPage();
  await audience.goto(`${mock.url}/__console/audience`);
  await audience.getByRole('complementary', { name: 'Show' }).getByText(title).waitFor();
  return { presenter, audience };
};

const playThrough = async (started: Visit, title: string): Promise<void> => {
  const { presenter, audience } = await openWindows(started, title);
  const { steps } = await readShow(started);
  for (let step = 1; step <= steps; step++) {
    await presenter.locator('body').press(step % 2 === 0 ? 'ArrowRight' : ' ');
    await presenter.getByText(`Step ${String(step)} of ${String(steps)}`).waitFor();
    const { current, status } = await readShow(started);
    expect(status).not.toBe('failed');
    await audience
      .locator('.ribbon')
      .getByText(current?.title ?? '', { exact: true })
      .waitFor();
    const [path = ''] = (current?.look ?? '').split('?');
    if (path !== '') await audience.waitForURL((url) => decodeURIComponent(url.pathname).endsWith(`/${path}`));
    if (step === 2) {
      // A page that is not in front does not finish the change of its theme.
      for (const page of [audience, presenter]) {
        await page.bringToFront();
        await checkAxe(page);
      }
    }
    await shoot(presenter, `presenter-${title.split(' ')[0] ?? ''}-${String(step)}`);
    await shoot(audience, `audience-${title.split(' ')[0] ?? ''}-${String(step)}`);
  }
  await presenter.getByText('That was the last step.').waitFor();
  const next = presenter.getByRole('button', { name: 'Next', exact: true });
  const groundOf = () =>
    presenter.evaluate<string>(
      "getComputedStyle(document.querySelector('button.button-primary:disabled')).backgroundColor",
    );
  await next.hover();
  const hovered = await groundOf();
  await presenter.mouse.move(0, 0);
  expect(hovered).toMatch(/^rgb/);
  expect(await groundOf()).toBe(hovered);
  await presenter.getByRole('heading', { name: 'Take it along' }).waitFor();
  // Back is a step back for both.
  await presenter.getByRole('button', { name: 'Back' }).click();
  await presenter.getByText(`Step ${String(steps - 1)} of ${String(steps)}`).waitFor();
  const { current } = await readShow(started);
  await audience
    .locator('.ribbon')
    .getByText(current?.title ?? '', { exact: true })
    .waitFor();
};

if (isLongForm)
  visit('a storyboard is played with both windows, from order to Export File', (started) =>
    playThrough(started, 'From order to Export File in eight minutes'),
  );

visit('a storyboard is played with both windows, a lost answer', (started) => playThrough(started, LOST));

visit(
  'what was just done becomes a storyboard in the editor, which plays it',
  async ({ page, open, api, expectMessage }) => {
    expectMessage(/status of 422/);
    await open('/director');
    await api.get('/me');
    await page.getByRole('button', { name: 'Record what was done' }).click();
    await page.getByRole('heading', { level: 1, name: 'Write a storyboard' }).waitFor();
    const text = page.getByRole('textbox');
    const recorded = await text.inputValue();
    await text.fill(recorded.replace('getOrganization', 'getOrganisation'));
    const play = page.getByRole('button', { name: 'Play', exact: true });
    await play.click();
    await page.getByRole('list', { name: 'Errors' }).getByText('did you mean "getOrganization"').waitFor();
    expect(await play.isDisabled()).toBe(true);
    await checkAxe(page);
    await text.fill(recorded);
    await play.click();
    await page.getByRole('heading', { level: 1, name: 'What was done' }).waitFor();
  },
);

visit('chapters and their steps are chosen in the presenter’s window', async (started) => {
  const { page } = started;
  await play(started, LOST);
  const { outline } = await readShow(started);
  const first = outline[0]?.steps.length ?? 0;
  await page.getByRole('button', { name: /^2\. / }).click();
  await page.getByText(`Step ${String(first)} of`).waitFor();
  const step = outline[0]?.steps[0]?.title ?? '';
  await page.getByRole('list').getByRole('button', { name: step, exact: true }).click();
  await page.getByText('Step 1 of').waitFor();
  await page.getByRole('button', { name: /^1\. / }).click();
  await page.getByText('Step 0 of').waitFor();
  expect((await readShow(started)).played).toBe(0);
});

visit('who opens the watch-only link of the Director follows the show, and can change nothing', async (started) => {
  const { page, open } = started;
  await open('/director');
  await page.getByRole('button', { name: 'Make a watch-only link' }).click();
  const url = await page.locator('.made-link').innerText();
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  const elsewhere = await page.context().browser()?.newContext();
  if (elsewhere === undefined) throw new Error('no browser');
  const guest = await elsewhere.newPage();
  await guest.goto(url);
  await guest.getByRole('button', { name: 'Watch' }).click();
  const ribbon = guest.getByRole('complementary', { name: 'Show' });
  await ribbon.getByText('No show yet').waitFor();

  await play(started, LOST);
  await page.locator('body').press('ArrowRight');
  await page.getByText('Step 1 of').waitFor();
  const title = (await readShow(started)).outline[0]?.steps[0]?.title ?? '';
  await ribbon.getByText(title, { exact: true }).waitFor();

  // Neither buttons nor keys steer.
  expect(await ribbon.getByRole('button', { name: /step/i }).count()).toBe(0);
  for (const key of ['ArrowRight', 'PageDown', ' ', 'ArrowLeft', 'PageUp']) await guest.locator('body').press(key);
  expect(await guest.locator('[draggable="true"]').count()).toBe(0);
  // What a form or a script of the page would send is refused.
  const refused = await guest.evaluate(`Promise.all([
    ['POST', 'show/next'], ['POST', 'show/back'], ['DELETE', 'show'], ['POST', 'reset'], ['POST', 'clock/advance', '{"by":"P1D"}'],
  ].map(([method, path, body]) => fetch('/__admin/' + path, {
    method, body, headers: { 'X-Vatmock-Console': '1', ...(body ? { 'content-type': 'application/json' } : {}) },
  }).then(({ status }) => status)))`);
  expect(refused).toEqual([403, 403, 403, 403, 403]);
  expect((await readShow(started)).played).toBe(1);

  await page.locator('body').press('ArrowRight');
  await page.getByText('Step 2 of').waitFor();
  await ribbon.getByText(title, { exact: true }).waitFor({ state: 'detached' });
  await elsewhere.close();
});
