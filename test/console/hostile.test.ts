import { expect } from '@jest/globals';
import { succeed } from '../acceptance/control-api/admin-client.ts';
import { see, shoot, useBrowser, visit, type Visit } from '../support/browser.ts';
import { SELLER, createWorkflow, toMultipart, vehicle, VIN } from '../support/workflow.ts';

useBrowser();

/** What would run, load or turn the page around if it were taken for more than text. */
const HOSTILE = '<img src=x onerror="ran()"><script>ran()</script>"\'>\u202Eabc\u202C 🚗\u0007';
const LINK = 'javascript:ran()';
const LONG = 'W'.repeat(180);

/** `ran` marks the page; a handler or a script of somebody else's text would call it. */
const TRAP = 'globalThis.ran = () => { document.documentElement.dataset.ran = "yes"; };';

const SCENARIO = {
  scenario: 'hostile',
  teaches: `${HOSTILE} [a link](${LINK}) ${LONG}`,
  client: HOSTILE,
  steps: [
    { title: HOSTILE, on: 'getOrganization', reply: { status: 200, body: { name: HOSTILE }, offContract: true } },
  ],
};

interface Listed {
  readonly data: readonly { readonly id: string }[];
}

const fill = async (started: Visit): Promise<readonly string[]> => {
  const { api, clock, admin } = started;
  await admin('PUT', '/inbox/one', { answers: [200] });
  await admin('PUT', '/inbox/one', { register: true });
  await admin('POST', '/scenarios', SCENARIO);
  const workflow = createWorkflow(api, clock);
  const buyer = succeed(await workflow.createBuyer({ companyName: `${HOSTILE} ${LONG}`.slice(0, 200) }));
  clock.advance(10_000);
  const order = succeed(
    await workflow.createOrder(buyer.body.uuid, {
      externalOrderId: HOSTILE.slice(0, 60),
      vins: [vehicle(VIN, { brand: HOSTILE, model: LINK })],
    }),
  );
  const { body, contentType } = toMultipart({ type: 'CMR', vin: VIN }, '<img src=x onerror=ran()>.pdf');
  await api.post(`/partners/${SELLER}/orders/${order.body.uuid as string}/documents`, body, {
    headers: { 'content-type': contentType },
  });
  await api.get(`/${encodeURIComponent(HOSTILE)}?${encodeURIComponent(HOSTILE)}=${encodeURIComponent(LINK)}`, {
    headers: { 'x-note': '<script>ran()</script>', 'idempotency-key': '<img src=x onerror=ran()>' },
  });
  await api.post(`/partners/${SELLER}/orders`, { [`${HOSTILE}\u0000`]: [HOSTILE, LINK, '\u0000'], long: LONG });
  await api.post(`/partners/${SELLER}/orders`, `{"externalOrderId":"${'x'.repeat(2_000_000)}"}`);
  const { data } = await admin<Listed>('GET', '/requests?limit=50');
  const deliveries = await admin<Listed>('GET', '/deliveries');
  return [
    '/traffic',
    ...data.slice(0, 4).flatMap(({ id }) => [`/traffic/${id}`, `/traffic/${id}?tab=response`]),
    ...['', '?tab=documents', '?tab=json'].map((tab) => `/orders/${order.body.uuid as string}${tab}`),
    ...['/orders', '/buyers', `/buyers/${buyer.body.uuid as string}`, '/webhooks', '/webhooks/inboxes/one'],
    ...deliveries.data.slice(0, 2).map(({ id }) => `/webhooks/deliveries/${id}`),
    ...['/scenarios', '/scenarios/hostile', '/scenarios/hostile?view=edit', '/report'],
    ...[`/nowhere/${encodeURIComponent(HOSTILE)}`, `/orders/${encodeURIComponent(HOSTILE)}`],
    `/traffic?text=${encodeURIComponent(HOSTILE)}`,
  ];
};

/** Pixels that the page is wider than its window. */
const WIDER = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

visit(
  'what others wrote is text on every screen, and does not push the page aside',
  async (started) => {
    const { page, open, expectMessage } = started;
    // Addresses that name nothing are refused.
    expectMessage(/4(?:00|04|22)/);
    await page.addInitScript(TRAP);
    const addresses = await fill(started);
    const faults: object[] = [];
    await open('/traffic');
    for (const [index, address] of addresses.entries()) {
      await page.evaluate(`history.pushState(null, '', ${JSON.stringify(`/__console${address}`)})`);
      await page.evaluate(`dispatchEvent(new PopStateEvent('popstate'))`);
      await page.waitForTimeout(80);
      await page.locator('.skeleton').first().waitFor({ state: 'detached' });
      await see(page.getByRole('main').getByRole('heading').or(page.getByRole('alert')));
      await shoot(page, `hostile-${String(index)}`);
      const ran: unknown = await page.evaluate('document.documentElement.dataset.ran');
      const foreign = await page.locator('img, main script, a[href^="javascript:"], [onerror]').count();
      const wider: unknown = await page.evaluate(WIDER);
      if (ran !== undefined || foreign > 0 || wider !== 0) faults.push({ address, ran, foreign, wider });
    }
    expect(faults).toEqual([]);
    await page.locator('[data-search]').fill('<img');
    await see(page.getByRole('listbox', { name: 'Found' }).getByRole('option'));
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.evaluate('document.documentElement.dataset.ran')).toBeUndefined();
  },
  { browser: { viewport: { width: 380, height: 800 } } },
);
