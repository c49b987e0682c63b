import type { Page } from 'playwright-core';
import { ON_THE_ROAD } from './play-traffic.ts';

export interface View {
  /** Of the file. */
  readonly name: string;
  /** Below the console's path. */
  readonly address: string;
  readonly theme?: 'light' | 'dark';
  /** Opens what the picture is about. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

export const VIEWS: readonly View[] = [
  { name: 'start', address: '/' },
  {
    name: 'traffic',
    address: '/traffic',
    prepare: async (page) => {
      await page.getByRole('link', { name: /422/ }).first().click();
      await page.getByText('The smallest change that passes').waitFor();
    },
  },
  { name: 'orders', address: '/orders' },
  { name: 'order', address: `/orders/${ON_THE_ROAD}` },
  { name: 'buyers', address: '/buyers' },
  {
    name: 'webhooks',
    address: '/webhooks',
    prepare: async (page) => {
      const retried = page.getByRole('row').filter({ has: page.getByRole('cell', { name: '3', exact: true }) });
      await retried.first().getByRole('link').first().click();
      await page.getByRole('tab', { name: 'Attempts (3)' }).waitFor();
    },
  },
  { name: 'scenarios', address: '/scenarios' },
  { name: 'report', address: '/report?tab=coverage' },
  { name: 'reference', address: '/reference/operations/createOrder', theme: 'dark' },
  { name: 'visitors', address: '/visitors', prepare: (page) => invite(page, 'Spring demo') },
  {
    name: 'invite',
    address: '/visitors',
    prepare: (page) => makeLink(page, 'Spring demo'),
  },
  {
    name: 'visitor',
    address: '/visitors',
    prepare: async (page) => {
      await page.goto(await invite(page, 'Spring demo', 'Persona: Dealer'));
      await page.getByRole('button', { name: 'Open the sandbox' }).click();
      await page.locator('.order-card').first().waitFor();
    },
  },
  {
    name: 'visit',
    address: '/visitors',
    prepare: async (page) => {
      await page.goto(await invite(page, 'The buyers on Thursday'));
      await page.getByRole('button', { name: 'Open the sandbox' }).waitFor();
    },
  },
  // A show resets the sandbox, so these are last.
  {
    name: 'presenter',
    address: '/director',
    prepare: async (page) => {
      await page.getByRole('button', { name: /^Play From order/ }).click();
      await page.getByRole('button', { name: 'Reset and play' }).click();
      for (let step = 1; step <= SHOWN_STEPS; step++) {
        await page.getByRole('button', { name: /^(?:Begin|Next)/ }).click();
        await page.getByText(`Step ${String(step)} of`).waitFor();
      }
    },
  },
  {
    name: 'audience',
    address: '/audience',
    prepare: async (page) => page.waitForURL((url) => !url.pathname.endsWith('/audience')),
  },
  {
    name: 'take-along',
    address: '/',
    prepare: async (page) => {
      await page.getByRole('heading', { name: 'Take it along' }).waitFor();
      await page.getByRole('button', { name: 'Become: Dealer' }).waitFor();
      await page.evaluate(
        "[...document.querySelectorAll('h2')].find((h2) => h2.textContent.startsWith('Who you')).scrollIntoView(); scrollBy(0, -90)",
      );
    },
  },
];

/** Steps of the storyboard in the pictures. */
const SHOWN_STEPS = 4;

/** Makes a visitor link by the form, and returns its address. */
const invite = async (page: Page, name: string, start?: string): Promise<string> => {
  await makeLink(page, name, start);
  const url = await page.locator('.made-link').innerText();
  await page.getByRole('button', { name: 'Done' }).click();
  return url;
};

const makeLink = async (page: Page, name: string, start?: string): Promise<void> => {
  await page.getByRole('button', { name: 'Invite a visitor' }).first().click();
  await page.getByLabel('Who or what it is for').fill(name);
  await page.getByLabel('It works').selectOption('many');
  if (start !== undefined) await page.getByLabel('The sandbox begins with').selectOption({ label: start });
  await page.getByRole('button', { name: 'Make the link' }).click();
  await page.locator('.made-link').waitFor();
};
