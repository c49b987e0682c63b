import { expect } from '@jest/globals';
import { useBrowser, visitTogether } from '../support/browser.ts';

useBrowser();

/** An answer of the API with a script in it, as a scenario may give. */
const SCRIPT = {
  scenario: 'a-script',
  teaches: 'The answer of a scenario is no script of the console.',
  client: 'Reads it.',
  steps: [
    {
      title: 'A script',
      on: 'getOrganization',
      reply: {
        status: 200,
        mediaType: 'text/javascript',
        body: 'document.documentElement.dataset.ran = "yes"',
        offContract: true,
      },
    },
  ],
};

const tryScript = (address: string): string => `new Promise((resolve) => {
  const script = document.createElement('script');
  script.onload = () => resolve('loaded');
  script.onerror = () => resolve('refused');
  try {
    script.src = ${JSON.stringify(address)};
    document.head.append(script);
  } catch (error) {
    resolve(error.name);
  }
})`;

visitTogether('what runs in the page', {
  'the page runs nothing but the scripts of the console, and makes no HTML of text': async ({
    page,
    open,
    mock,
    expectMessage,
    admin,
  }) => {
    await admin('POST', '/scenarios', SCRIPT);
    await admin('POST', '/scenarios/a-script/activate');
    await open('/');
    // From here on, all is tried that the policy forbids.
    expectMessage(/policy|TrustedScript|TrustedHTML|Content Security Policy/);
    expect(await page.evaluate(tryScript(`${mock.baseUrl}/me`))).not.toBe('loaded');
    const inserted = `try { document.body.insertAdjacentHTML('beforeend', '<i>'); 'taken' } catch (error) { error.name }`;
    expect(await page.evaluate(inserted)).toBe('TypeError');
    const policy = `try { trustedTypes.createPolicy('any', { createHTML: (text) => text }); 'made' } catch (error) { error.name }`;
    expect(await page.evaluate(policy)).toBe('TypeError');
    const styled = `(() => { const e = document.createElement('p'); e.setAttribute('style', 'color: red'); document.body.append(e); return e.style.color; })()`;
    expect(await page.evaluate(styled)).toBe('');
    expect(await page.evaluate('document.documentElement.dataset.ran')).toBeUndefined();
  },
});
