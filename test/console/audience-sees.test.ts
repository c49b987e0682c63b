import { expect } from '@jest/globals';
import { createAdminClient, succeed } from '../acceptance/control-api/admin-client.ts';
import { shoot, useBrowser, visit } from '../support/browser.ts';

useBrowser();

/** What a caption speaks of, in the words of the screen: all of it is in the audience's window, without scrolling. */
const SEEN: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'lost-answer-kept-order': {
    'A buyer is ready': ['Garage des Brotteaux SARL', 'FR08417283652', 'Valid'],
    'We prepare an accident': ['lost-answer', 'Active'],
    'No answer': ['createOrder'],
    'The same call, the same key': ['createOrder', '201'],
    'The key is taken': ['createOrder', '422'],
  },
  'order-to-export-file': {
    'Who we are': ['getOrganization', '200'],
    'A dealer from Poznan registers': ['Auto Handel Wielkopolska Sp. z o.o.', 'PL5842719361'],
    'VIES confirms the number': ['Valid', 'Verified'],
    'A car is sold': ['Škoda Octavia Combi', 'EUR 14,900.00'],
    'The invoice': ['3017-P', 'Invoiced'],
    'The payment': ['Ready for pickup', 'Paid'],
    'The carrier picks the car up': ['TMBJJ7NE8L0138426', 'On the road'],
    'The car arrives in Poznan': ['Delivery declaration', 'Arrived'],
    'The final invoice': ['3017-F', 'Exempt'],
    'The Export File': ['The file for the tax office', 'Download'],
  },
  'three-days-of-retries': {
    'Our receiver works': ['compliance.status_changed', 'Delivered', 'Inbox back-office'],
    'The receiver goes down': ['Inbox back-office', '503'],
    'An event that no one hears': ['kyc.vies_check_failed', '503'],
    Saturday: ['kyc.vies_check_failed', 'Pending', '503'],
    'Monday morning': ['kyc.vies_check_failed', 'Failed', '10'],
    'The receiver is back': ['kyc.vies_check_failed', 'Failed'],
    'The event is sent again': ['kyc.vies_check_failed', 'Delivered'],
  },
  'vies-says-no': {
    'Our system listens': ['Inbox back-office'],
    'A dealer from Verona buys a van': ['Autocenter Adige S.r.l.', 'Fiat Ducato 35'],
    'The van is on the road': ['Proof of payment', 'CMR', 'Invoice', 'On the road'],
    'The re-check fails': ['Invalid', 'VIES_INVALID'],
    'We know at once': ['kyc.vies_check_failed', 'Delivered'],
    'No new business with this buyer': ['createOrder', '409'],
    'The number is valid again': ['Valid', 'Active'],
    'The van arrives': ['Exempt', 'The file for the tax office'],
  },
  'when-vat-applies': {
    'A buyer in Thessaloniki': ['EL417283652', 'Valid', 'Verified'],
    'Sold under the margin scheme': ['3040-P', 'margin scheme'],
    'VAT applies': ['Taxed', 'The file for the tax office'],
    'A seller in Germany': ['Autohaus Elbtal GmbH'],
    'A buyer in Germany': ['DE539142700', 'Maximilianallee 9'],
    'VAT applies here too': ['Taxed', 'The file for the tax office'],
  },
};

interface Answered {
  readonly show: { readonly steps: number; readonly current: { readonly title: string; readonly sentence: string } };
}

/** Milliseconds, on a machine that may be busy. */
const PATIENCE = 10_000;

/** Which of some words do not come into the window, below the ribbon. */
const unseen = (words: readonly string[]): string => `new Promise((resolve) => {
  const until = performance.now() + ${String(PATIENCE)};
  const textOf = (element) => element instanceof HTMLInputElement ? element.value
    : element instanceof HTMLSelectElement ? element.selectedOptions[0]?.text ?? ''
    : [...element.childNodes].map(({ data = '' }) => data).join('').replaceAll('\\u00A0', ' ');
  const look = () => {
    const top = document.querySelector('.ribbon').getBoundingClientRect().bottom;
    const isShown = (element) => {
      const box = element.getBoundingClientRect();
      return box.width > 1 && box.top >= top && box.bottom <= innerHeight;
    };
    const texts = [...document.querySelectorAll('main *')].map((element) => [textOf(element), element]);
    const missed = ${JSON.stringify(words)}.filter((words) => !texts.some(([text, element]) => text.includes(words) && isShown(element)));
    if (missed.length === 0 || performance.now() > until) resolve(missed);
    else setTimeout(look, 100);
  };
  look();
})`;

visit('at every step of every storyboard the audience sees what its caption speaks of', async (started) => {
  const { page, open, expectMessage } = started;
  // A storyboard begins in a sandbox as new, in which what was looked at is not.
  expectMessage(/status of (?:404|503)/);
  const admin = createAdminClient(started);
  await open('/audience');
  const { storyboards } = succeed(await admin('GET', '/show')).body as unknown as {
    readonly storyboards: readonly { name: string }[];
  };
  expect(storyboards.map(({ name }) => name).sort()).toEqual(Object.keys(SEEN));
  const ribbon = page.getByRole('complementary', { name: 'Show' });
  const missed: object[] = [];
  for (const [storyboard, steps] of Object.entries(SEEN)) {
    succeed(await admin('PUT', '/show', { body: { storyboard } }));
    const told: string[] = [];
    for (;;) {
      const { show } = succeed(await admin('POST', '/show/next')).body as unknown as Answered;
      const { title, sentence } = show.current;
      told.push(title);
      await ribbon.getByText(sentence).waitFor();
      const missing = await page.evaluate<readonly string[]>(unseen(steps[title] ?? ['a word for this step']));
      if (missing.length > 0) missed.push({ storyboard, title, missing, at: page.url() });
      await shoot(page, `audience-${storyboard}-${String(told.length)}`);
      if (told.length === show.steps) break;
    }
    expect(told).toEqual(Object.keys(steps));
  }
  expect(missed).toEqual([]);
});
