import { expect, test } from '@jest/globals';
import { extractText, getDocumentProxy } from 'unpdf';
import { sampleFile } from '../../console/screens/reference/sample-file.ts';
import { checkAxe, see, useBrowser, visit, visitTogether } from '../support/browser.ts';
import { isLongForm } from '../support/long-form.ts';

useBrowser();

visitTogether('the reference', {
  'a field of a violation is unfolded and marked in the description': async ({ page, open, api }) => {
    await api.post('/partners/3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31/orders', {
      vins: [{ vin: 'WVWZZZ1JZ3W386752', purchaseAmount: { value: 1 } }],
    });
    await open('/traffic');
    await page.getByRole('link', { name: /createOrder/ }).click();
    await page
      .locator('.change-list > li', { hasText: 'vins[0].purchaseAmount.currency' })
      .getByRole('link', { name: 'In the description' })
      .click();
    const marked = page.locator('.schema-marked');
    await marked.locator('code', { hasText: /^currency$/ }).waitFor();
    expect(await marked.count()).toBe(1);
    await page.waitForFunction(`(() => {
    const { top, bottom } = document.querySelector('.schema-marked').getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  })()`);
    await checkAxe(page);
    await open('/reference/operations/createOrder?field=Idempotency-Key');
    await marked.locator('code', { hasText: 'Idempotency-Key' }).waitFor();
  },

  'an operation is found, read and tried with everything filled in': async ({ page, open }) => {
    await open('/reference');
    await page.getByRole('searchbox', { name: 'Find a page' }).fill('createOrder');
    await page.waitForURL(/find=createOrder/);
    await page.getByRole('link', { name: 'Register an order' }).click();
    await page.getByRole('heading', { level: 2, name: 'Register an order' }).waitFor();
    await checkAxe(page, 'reference-operation');
    await page.getByRole('button', { name: 'Send' }).click();
    const result = page.locator('.try section');
    await result.getByText(/^20[01]$/).waitFor();
    await checkAxe(page);
    await result.getByRole('link', { name: /Why this response/ }).click();
    await page.waitForURL(/\/traffic\//);
  },

  'an upload is tried with a sample, or with a file of one’s own': async ({ page, open, api }) => {
    for (const operation of ['uploadBuyerDocument', 'uploadOrderDocument']) {
      await open(`/reference/api/${operation}`);
      await page.getByText('sample.pdf, a page made here').waitFor();
      await page.getByRole('button', { name: 'Send' }).click();
      await page.locator('.try section .badge').getByText('201', { exact: true }).waitFor();
    }
    const id = /"([\da-f-]{36})"/.exec(await page.locator('.try section').innerText())?.[1] ?? '';
    const { headers } = await api.get(`/documents/${id}/download`);
    expect(headers['content-type']).toBe('application/pdf');
    await page
      .getByLabel(/^File/)
      .setInputFiles({ name: 'own.txt', mimeType: 'text/plain', buffer: Buffer.from('own') });
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('.try section').getByText('"own.txt"').waitFor();
    await checkAxe(page);
  },

  'Prefer asks for any documented response': async ({ page, open, expectMessage }) => {
    expectMessage(/429/);
    await open('/reference/api/getOrganization');
    await page.getByLabel('Prefer which response to return').selectOption('code=429');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('.try section .badge').getByText('429', { exact: true }).waitFor();
  },

  'what the description leaves open has a sign that opens the assumption': async ({ page, open }) => {
    await open('/reference/schemas/Prospect');
    const sign = page.locator('.guess').first();
    await sign.locator('summary').click();
    await sign.getByRole('link', { name: 'response-required-fields' }).click();
    await page.getByRole('heading', { level: 2, name: 'response-required-fields' }).waitFor();
    await page.getByRole('button', { name: 'Use this' }).first().click();
    await page.getByText(/This sandbox now uses/).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await checkAxe(page);
  },

  'every section has pages that meet the rules of axe': async ({ page, open }) => {
    for (const address of [
      '/reference/events/compliance.decision_made',
      ...(isLongForm
        ? ['/reference/problems/validation-error', '/reference/headers/ETag', '/reference/assumptions']
        : []),
      '/reference/control/advanceClock',
    ]) {
      await open(address);
      await see(page.locator('.reference-content h2'));
      await checkAxe(page);
    }
    expect(page.url()).toContain('/reference/control/advanceClock');
  },

  'the guides are read here, and searched': async ({ page, open }) => {
    await open('/reference/docs/webhooks');
    await page.getByRole('heading', { name: 'Webhooks', level: 2 }).waitFor();
    await checkAxe(page);
    await page.getByRole('searchbox', { name: 'Find a page' }).fill('signature');
    await page.waitForURL(/find=signature/);
    await page.getByRole('navigation', { name: 'Reference' }).getByRole('link').nth(9).click();
    await page.waitForURL(/at=/);
  },
});

test('the sample is a PDF of one page', async () => {
  const pdf = await getDocumentProxy(new Uint8Array(await sampleFile().arrayBuffer()));
  expect(pdf.numPages).toBe(1);
  expect((await extractText(pdf, { mergePages: true })).text).toBe('A sample document');
});

visit('the next call of an operation gets a response of its description, or none', async ({ page, open, api }) => {
  await open('/reference/api/getOrganization');
  await page.locator('summary', { hasText: '429' }).click();
  await page.getByRole('button', { name: 'Next call gets this' }).locator('visible=true').click();
  await page.getByText('What becomes of the next call of getOrganization: status 429.').waitFor();
  await checkAxe(page, 'reference-next-call');
  expect((await api.get('/me')).status).toBe(429);
  await page.getByRole('button', { name: 'Break next call' }).click();
  await page.getByText('What becomes of the next call of getOrganization: fault reset.').waitFor();
  await expect(api.get('/me')).rejects.toThrow();
  await open('/traffic');
  const row = page.getByRole('link', { name: /lost.*getOrganization/ });
  await row.click();
  await page.getByRole('heading', { level: 1, name: 'Lost' }).waitFor();
  await page.getByText(/but lost: it never reached the client/).waitFor();
  await checkAxe(page, 'traffic-lost');
});
