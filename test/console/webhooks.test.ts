import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { checkAxe, see, useBrowser, visit } from '../support/browser.ts';

useBrowser();

const HOSTILE = '<img src=x onerror="document.title=1"> \u202Eevil 🚗';

const nothingRan = async (page: Page): Promise<void> => {
  expect(await page.locator('main img').count()).toBe(0);
  expect(await page.title()).toBe('Webhooks · vatmock');
};

visit('an inbox is made by one click, and its messages arrive while it is shown', async ({ page, open, admin }) => {
  await open('/webhooks');
  await page.getByText('No endpoint yet').waitFor();
  await checkAxe(page);
  await page.getByRole('button', { name: 'Receive events here' }).click();
  const dialog = page.getByRole('dialog', { name: 'The inbox receives all events' });
  await dialog.getByText(/^whsec_/).waitFor();
  await checkAxe(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/__console/webhooks/inboxes/inbox-1');
  await page.getByText('No message yet').waitFor();
  await admin('POST', '/events', { type: 'prospect.submitted' });
  await page.getByText('signature valid').waitFor();
  await page.locator('summary', { hasText: 'prospect.submitted' }).click();
  await page.getByRole('button', { name: 'Check the signature step by step' }).click();
  await page.getByRole('heading', { name: 'Genuine', exact: true }).waitFor();
  await checkAxe(page, 'webhooks-inbox');
  await page.getByLabel('Next responses').fill('500, 200');
  await page.getByRole('button', { name: 'Set responses' }).click();
  await page.getByText('It answers 500, 200').waitFor();
  await page.getByRole('button', { name: 'Empty' }).click();
  await page.getByRole('button', { name: 'Empty the inbox' }).click();
  await page.getByText('No message yet').waitFor();
});

visit('a failing delivery shows its attempts, the next one, and is replayed', async ({ page, mock, open, admin }) => {
  await admin('POST', '/clock/freeze');
  const { webhookId } = await admin('PUT', '/inbox/shop', { register: true });
  await admin('PUT', '/inbox/shop', { answers: [500] });
  await admin('POST', '/events', { type: 'compliance.decision_made' });
  await mock.deliveries.await({ status: 'PENDING' });
  await mock.idle();
  await open('/webhooks');
  await page.getByText('1 of 20 failures in a row').waitFor();
  await checkAxe(page, 'webhooks');
  await page.locator('body').press('j');
  await page.locator('[data-row]:focus').press('Enter');
  await page.getByRole('heading', { name: /compliance\.decision_made/ }).waitFor();
  await see(page.getByText('in 5 s'));
  const planned = page.getByRole('table', { name: 'Attempts, made and planned' });
  expect(await planned.getByRole('row').allTextContents()).toEqual([
    expect.stringContaining('Attempt'),
    expect.stringMatching(/^1.*at once500/),
    expect.stringMatching(/^2.*5 sPlanned$/),
    ...Array.from({ length: 8 }, () => expect.stringContaining('Planned')),
  ]);
  await checkAxe(page, 'webhooks-attempts');
  await page.getByRole('button', { name: 'Advance the clock to it' }).click();
  await page.getByRole('tab', { name: 'Attempts (2)' }).waitFor();
  await page.getByRole('tab', { name: 'Payload' }).click();
  await page.getByText('the same in every attempt').waitFor();
  await checkAxe(page);
  await page.getByRole('tab', { name: 'Signature' }).click();
  await page.getByRole('heading', { name: 'Genuine', exact: true }).waitFor();
  await page.getByLabel('Your receiver’s secret').fill('whsec_wrong');
  await page.getByRole('button', { name: 'Check with this secret' }).click();
  await page.getByText(`It is signed with the current secret of ${String(webhookId)}`).waitFor();
  await checkAxe(page, 'webhooks-signature');
  const address = page.url();
  await page.reload();
  await page.getByRole('heading', { name: 'Genuine', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Replay' }).click();
  await page.waitForURL((url) => url.href !== address);
  await page.goBack();
  await page.getByRole('heading', { name: 'Genuine', exact: true }).waitFor();
});

visit('an endpoint is paused, reactivated, gets another secret and is deleted', async ({ page, mock, open, admin }) => {
  await admin('POST', '/clock/freeze');
  const { webhookId, secret } = await admin('PUT', '/inbox/shop', { register: true });
  await admin('PUT', '/inbox/shop', { answers: [500] });
  await admin('POST', '/events', { type: 'compliance.decision_made' });
  await mock.idle();
  await open(`/webhooks/endpoints/${String(webhookId)}`);
  const main = page.getByRole('main');
  const press = (name: string) => main.getByRole('button', { name, exact: true }).click();
  const confirm = async (name: string): Promise<void> => {
    const dialog = page.getByRole('dialog');
    await checkAxe(page);
    await dialog.getByRole('button', { name, exact: true }).click();
  };
  await press('Pause');
  await page.getByText('1 pending delivery will not be tried again').waitFor();
  await confirm('Pause the endpoint');
  await page.getByText('on request: events are recorded').waitFor();
  await checkAxe(page, 'webhooks-paused');
  await page.getByRole('button', { name: 'Undo' }).click();
  await main.getByText('0 of 20 failures in a row').waitFor();
  await press('Rotate the secret');
  await page.getByLabel('Both secrets sign for').selectOption('1 hour');
  await confirm('Rotate the secret');
  const dialog = page.getByRole('dialog', { name: 'The new secret' });
  expect(await dialog.getByText(/^whsec_/).textContent()).not.toBe(secret);
  await confirm('Done');
  await page.getByText('Both secrets sign until the window ends').waitFor();
  await see(page.getByTitle('on the clock of the sandbox'));
  await checkAxe(page, 'webhooks-rotation');
  await press('Delete');
  await page.getByText('its history of 1 delivery is deleted').waitFor();
  await confirm('Delete the endpoint');
  await page.getByText('No endpoint yet').waitFor();
  expect((await admin('GET', '/webhooks'))['data']).toEqual([]);
  expect((await admin('GET', '/requests'))['data']).toEqual([]);
});

visit('faults are injected by a form, and removed with an undo', async ({ page, open, admin }) => {
  const { webhookId } = await admin('PUT', '/inbox/shop', { register: true });
  await open(`/webhooks/endpoints/${String(webhookId)}`);
  await page.getByRole('button', { name: 'Add a rule' }).click();
  await page.getByLabel('What happens').selectOption('Forge the signature');
  await page.getByLabel('For these events').fill('kyc.*');
  await page.getByText('For kyc.*: sign with another secret.').waitFor();
  await checkAxe(page);
  await page.getByRole('button', { name: 'Add the rule' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Remove rule 1' }).click();
  await page.getByText('None: each delivery').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('For kyc.*: sign with another secret.').waitFor();
  await checkAxe(page, 'webhooks-endpoint');
});

visit('a pasted delivery is taken apart, and what is hostile in it is text', async ({ page, open, admin }) => {
  const { url } = await admin('PUT', '/inbox/shop', { register: true });
  const body = JSON.stringify({ id: 'evt_1', type: HOSTILE });
  await fetch(String(url), { method: 'POST', body, headers: { 'x-hostile': '<b>bold</b>' } });
  await open('/webhooks/verify');
  await checkAxe(page);
  await page.getByLabel('Headers').fill(`X-Service-Signature: t=1795165200,v1=${'0'.repeat(64)}`);
  await page.getByLabel('Body').fill(body);
  await page.getByRole('button', { name: 'Check the signature' }).click();
  await page.getByRole('heading', { name: 'Not genuine' }).waitFor();
  await nothingRan(page);
  await checkAxe(page, 'webhooks-verify');
  await page.getByRole('link', { name: 'Inboxes' }).click();
  await page.getByRole('link', { name: 'shop' }).click();
  await page.locator('summary').first().click();
  await page.getByText('<b>bold</b>').waitFor();
  await nothingRan(page);
  await page.getByRole('link', { name: 'E-mails' }).click();
  await page.getByText('No e-mail yet').waitFor();
  await checkAxe(page);
});
