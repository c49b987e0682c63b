import { expect } from '@jest/globals';
import { checkAxe, see, useBrowser, visitTogether } from '../support/browser.ts';

useBrowser();

visitTogether('the report', {
  'a mistake of the client appears by itself, with the rule, the quote and the remedy': async ({ page, open, api }) => {
    await open('/report');
    await page.getByText('No mistakes found so far').waitFor();
    await api.get('/me?seller=all');
    await see(page.getByText('Remedy:'));
    await checkAxe(page, 'report-findings');
    await page.getByText('unknown-query-parameter', { exact: true }).waitFor();
  },

  'coverage counts what the client has met, and is saved as a file': async ({ page, open }) => {
    await open('/report?tab=coverage');
    await page.getByRole('region', { name: 'Operations and statuses' }).waitFor();
    await checkAxe(page, 'report-coverage');
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'JUnit' }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe('coverage.junit.xml');
  },

  'what no stub can see is listed with the way to find out': async ({ page, open }) => {
    await open('/report?tab=unseen');
    await page.getByText('Relies on the order of events').waitFor();
    await checkAxe(page);
  },
});
