import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { createAdminClient, succeed } from '../acceptance/control-api/admin-client.ts';
import { type Visit, checkAxe, shoot, useBrowser, visit } from '../support/browser.ts';
import { isLongForm } from '../support/long-form.ts';

useBrowser();

interface Played {
  readonly show: {
    readonly status: string;
    readonly played: number;
    readonly steps: number;
    readonly current: { readonly title: string; readonly look: string | null } | null;
  } | null;
}

const readShow = async (started: Visit): Promise<NonNullable<Played['show']>> => {
  const { show } = succeed(await createAdminClient(started)('GET', '/show')).body as Played;
  if (show === null) throw new Error('nothing is played');
  return show;
};

/** Opens the presenter's window from the list, and the audience's window beside it. */
const openWindows = async (started: Visit, title: string): Promise<{ presenter: Page; audience: Page }> => {
  const { page: presenter, open, mock } = started;
  await open('/director');
  await presenter.getByRole('button', { name: `Play ${title}` }).click();
  await presenter.getByRole('dialog').getByRole('button', { name: 'Reset and play' }).click();
  await presenter.getByRole('heading', { level: 1, name: title }).waitFor();
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

visit('a storyboard is played with both windows, a lost answer', (started) =>
  playThrough(started, 'The answer is lost, the order is not'),
);

visit('what was just done becomes a storyboard in the editor, and is uploaded', async ({ page, open, api }) => {
  await open('/director');
  await api.get('/me');
  await page.getByRole('button', { name: 'Record what was done' }).click();
  await page.getByRole('dialog').getByLabel('Title').fill('My first call');
  await checkAxe(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Write the storyboard' }).click();
  await page.getByRole('heading', { level: 1, name: 'Write a storyboard' }).waitFor();
  await page.getByText('Valid', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'My first call' }).waitFor();
});
