import { expect } from '@jest/globals';
import { checkAxe, shoot, useBrowser, visitTogether } from '../support/browser.ts';

useBrowser();

visitTogether('servers', {
  'a server says what it does': async ({ page, open, api }) => {
    await api.get('/me');
    await open('/servers');
    const row = page.getByRole('row').nth(1);
    await row.getByText('Serving', { exact: true }).waitFor();
    expect(await row.innerText()).toContain('which tells you this');
    // Nothing but the stream of this page.
    await row.getByText('1 stream', { exact: true }).waitFor();
    await row.getByText(/^\d+ request$/).waitFor({ state: 'detached' });
    await page.getByText('in memory, so that this is the only server').waitFor();
    await page.getByText('none is overdue').waitFor();
    await checkAxe(page, 'servers-one');
  },

  'several servers show which one ends, is late, is silent or runs another version': async ({ page, open }) => {
    await page.route('**/__admin/servers', (route) => route.fulfill({ json: MANY }));
    await open('/servers');
    const row = (host: string) => page.getByRole('row', { name: new RegExp(host) });
    await row('k8b2m').getByText('Ending', { exact: true }).waitFor();
    expect(await row('p4r9t').innerText()).toMatch(/last sign 4 s ago[^]*1900 ms behind/);
    expect(await row('zz1aa').innerText()).toContain('Silent');
    await page.getByText('due in 2 sandboxes, the oldest for 1.2 s').waitFor();
    await checkAxe(page);
    for (const width of [1440, 900, 380]) {
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await shoot(page, `servers-${String(width)}-${colorScheme}`);
      }
      const isScrolling = await page.evaluate(
        'document.documentElement.scrollWidth > document.documentElement.clientWidth',
      );
      expect(isScrolling).toBe(false);
    }
  },
});

const LOAD = {
  ...{ requestsLastMinute: 812, requestsInProgress: 2, openStreams: 5, deliveriesInProgress: 1, sandboxesInMemory: 12 },
  eventLoopDelaySeconds: 0.004,
  memory: { used: 182_452_224, limit: 536_870_912 },
};

const server = (id: string, host: string | null, since: string, more: object = {}) => ({
  ...{ id: `${id}-5b1f-4c53-9d0a-0f6c1f7f2a11`, host, since: `2026-11-${since}.000Z` },
  ...{ isThis: false, version: '0.1.0', state: 'SERVING', silentSeconds: 0.4, load: LOAD },
  ...more,
});

const LATE = { ...LOAD, eventLoopDelaySeconds: 1.9, memory: { used: 498_452_224, limit: 536_870_912 } };

const MANY = {
  store: 'POSTGRESQL',
  dueWork: { sandboxes: 2, oldestSeconds: 1.24 },
  data: [
    server('5f0c7c0e', 'vatmock-7d9f8b6c5-x2x7q', '20T09:00:00', { isThis: true }),
    server('c1a0a6de', 'vatmock-7d9f8b6c5-k8b2m', '20T09:00:12', { state: 'DRAINING' }),
    server('0b6f3c1d', 'vatmock-7d9f8b6c5-p4r9t', '20T09:00:20', { silentSeconds: 3.6, load: LATE }),
    server('e4d2b7aa', 'vatmock-5c4d7f9b8-zz1aa', '19T07:00:00', { state: 'SILENT', silentSeconds: 21 }),
    server('a7c9e1f3', null, '19T07:00:00', { version: '0.0.9', load: null }),
  ],
};
