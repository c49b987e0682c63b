import { checkAxe, see, useBrowser, visitTogether } from '../support/browser.ts';

useBrowser();

visitTogether('buyers', {
  'buyers are listed with VIES and verification, and one shows the history of its checks': async ({ page, open }) => {
    await open('/buyers');
    await page.getByRole('searchbox', { name: 'Name, UUID or VAT number' }).fill('Montalbo');
    await page.waitForURL(/q=Montalbo/);
    await page.getByRole('link', { name: 'Montalbo Motor S.L.' }).click();
    await page.getByRole('heading', { level: 1, name: /Montalbo/ }).waitFor();
    await page.getByRole('heading', { name: 'VIES', exact: true }).waitFor();
    await checkAxe(page, 'buyer');
  },

  'what an outage does is said, and an order is called what its own page calls it': async ({ page, open }) => {
    await open('/buyers');
    await page.getByText(/during an outage.* a valid number becomes unknown, its orders wait/i).waitFor();
    await page.getByRole('link', { name: 'Collechiaro Auto S.r.l.' }).click();
    await page.getByRole('listitem').filter({ hasText: 'EXP-1052' }).getByText('Not compliant').waitFor();
  },

  'an outage of a country is a switch, with undo': async ({ page, open }) => {
    await open('/buyers');
    await page.getByRole('button', { name: 'Countries' }).click();
    await page.getByRole('button', { name: 'Switch off: VIES DE' }).click();
    await page.getByText('down for DE').waitFor();
    await checkAxe(page, 'buyers-outage');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('down for DE').waitFor({ state: 'detached' });
  },

  'a simulator that is legal here is run by its button': async ({ page, open }) => {
    await open('/buyers?q=Montalbo');
    await page.getByRole('link', { name: 'Montalbo Motor S.L.' }).click();
    const simulators = page.getByRole('button', { name: /^Run buyer_blocked/ });
    await simulators.click();
    await see(page.getByText(/^Done/));
    await page.getByRole('heading', { level: 1, name: /Blocked/ }).waitFor();
  },
});
