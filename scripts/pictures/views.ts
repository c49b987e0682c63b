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
  {
    name: 'webhooks',
    address: '/webhooks',
    prepare: async (page) => {
      await page.locator('main [data-row]').first().click();
    },
  },
  { name: 'scenarios', address: '/scenarios' },
  { name: 'report', address: '/report' },
  { name: 'reference', address: '/reference/operations/createOrder', theme: 'dark' },
];
