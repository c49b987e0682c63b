import { expect } from '@jest/globals';
import { createAdminClient, succeed } from '../acceptance/control-api/admin-client.ts';
import { type Visit, useBrowser, visit } from '../support/browser.ts';

useBrowser();

const TITLE = 'The answer is lost, the order is not';

interface Answered {
  readonly show: {
    readonly played: number;
    readonly outline: readonly { readonly steps: readonly { readonly title: string }[] }[];
  };
}

const readShow = async (started: Visit): Promise<Answered['show']> =>
  (succeed(await createAdminClient(started)('GET', '/show')).body as unknown as Answered).show;

const play = async ({ page, open }: Visit): Promise<void> => {
  await open('/director');
  await page.getByRole('button', { name: `Play ${TITLE}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset and play' }).click();
  await page.getByRole('heading', { level: 1, name: TITLE }).waitFor();
};

visit('chapters and their steps are chosen in the presenter’s window', async (started) => {
  const { page } = started;
  await play(started);
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

  await play(started);
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
