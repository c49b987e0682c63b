import type { Page } from 'playwright-core';
import { ON_THE_ROAD } from './play-traffic.ts';

export interface View {
  /** Of the file. */
  readonly name: string;
  /** Below the console's path. */
  readonly address: string;
  readonly theme?: 'light' | 'dark';
  /** Opens what the picture is about. */
  readonly prepare?: (page: Page) => Promise<void>;
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
];
