import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { checkAxe, see, useBrowser, visitTogether } from '../support/browser.ts';

useBrowser();

const editor = (page: Page) => page.getByRole('textbox', { name: 'The scenario in YAML' });

/** Replaces the text as a paste does. */
const write = async (page: Page, text: string): Promise<void> => {
  await editor(page).fill(text);
};

// After a change, the page may re-read what is gone before it updates: the report of a scenario that is no longer active
// (409), or a deleted scenario (404).

visitTogether('scenarios', {
  'the library tells what each scenario teaches, and activates it': async ({ page, api, open, expectMessage }) => {
    expectMessage(/409/);
    await open('/scenarios');
    await page.getByRole('heading', { name: 'Webhooks' }).waitFor();
    await page.getByText('Delivery is at least once.').waitFor();
    await checkAxe(page, 'scenarios');
    await page.getByLabel('Find a scenario').fill('lost');
    await page.getByRole('link', { name: 'duplicate-webhooks' }).waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('?text=lost');
    await page.getByRole('button', { name: 'Activate lost-answer' }).click();
    await page.getByRole('heading', { name: 'Active now' }).waitFor();
    await page.getByRole('link', { name: 'lost-answer' }).click();
    await page.getByRole('heading', { name: 'What a correct client does' }).waitFor();
    await see(page.getByText('Open', { exact: true }));
    await checkAxe(page, 'scenarios-one');
    await page.getByRole('button', { name: 'Deactivate lost-answer' }).click();
    await page.getByText('Not active').waitFor();
    expect((await api.get('/me')).status).toBe(200);
  },

  'a scenario is written with completion, checked and played at once': async ({ page, open, expectMessage }) => {
    expectMessage(/404/);
    await open('/scenarios?view=edit');
    await page.getByText('Valid', { exact: true }).waitFor();
    await checkAxe(page);
    await write(page, 'scenario: mine\nsteps:\n  - ');
    await editor(page).focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('o');
    await page.getByRole('option', { name: /^on/ }).waitFor();
    await checkAxe(page, 'scenarios-completion');
    await page.keyboard.press('Enter');
    await page.keyboard.type('createOrd');
    await page.getByRole('option', { name: 'createOrder', exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('rep');
    await page.keyboard.press('Enter');
    await page.keyboard.type('{ problem: interna');
    await page.getByRole('option', { name: 'internal-error' }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type(' }');
    expect(await editor(page).inputValue()).toBe(
      'scenario: mine\nsteps:\n  - on: createOrder\n    reply: { problem: internal-error }',
    );
    await page.getByText('Valid', { exact: true }).waitFor();
    await page.reload();
    expect(await editor(page).inputValue()).toContain('scenario: mine');
    await page.getByText('Valid', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Upload and activate' }).click();
    await page.getByRole('heading', { level: 1, name: 'mine' }).waitFor();
    await page.getByText('Active', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await checkAxe(page);
    await page.getByRole('button', { name: 'Delete the scenario' }).click();
    await page.getByRole('heading', { level: 1, name: 'Scenarios' }).waitFor();
  },

  'errors stand at their lines, and what is hostile in them is text': async ({ page, open }) => {
    await open('/scenarios/duplicate-webhooks?view=edit');
    await page.getByText('Valid', { exact: true }).waitFor();
    expect(await editor(page).inputValue()).toContain('scenario: my-duplicate-webhooks');
    await write(page, 'scenario: mine\nsteps:\n  - { on: "<img src=x onerror=alert(1)>", reply: pass }\n');
    await see(page.getByText(/errors?$/));
    const errors = page.getByRole('list', { name: 'Errors' });
    await errors.getByText('<img src=x onerror=alert(1)>').waitFor();
    expect(await page.locator('main img').count()).toBe(0);
    expect(await page.locator('.code-editor-fault').allInnerTexts()).toEqual(['3']);
    await checkAxe(page, 'scenarios-errors');
    await errors.getByRole('button').first().click();
    expect(await page.getByRole('button', { name: 'Upload and activate' }).isDisabled()).toBe(true);
    expect(await page.locator('textarea:focus').count()).toBe(1);
  },
});
