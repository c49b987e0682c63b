import { expect } from '@jest/globals';
import type { components } from '../../src/generated/admin-types.ts';
import { checkAxe, shoot, useBrowser, visitTogether } from '../support/browser.ts';

type ReplicaList = components['schemas']['ServerList'];

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
    await checkAxe(page);
    await shoot(page, 'servers-one');
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

const SERVER = {
  isThis: false,
  version: '0.1.0',
  state: 'SERVING',
  silentSeconds: 0.4,
  load: LOAD,
} as const;

const MANY: ReplicaList = {
  store: 'POSTGRESQL',
  dueWork: { sandboxes: 2, oldestSeconds: 1.24 },
  data: [
    {
      ...SERVER,
      id: '5f0c7c0e-5b1f-4c53-9d0a-0f6c1f7f2a11',
      host: 'vatmock-7d9f8b6c5-x2x7q',
      since: '2026-11-20T09:00:00.000Z',
      isThis: true,
    },
    {
      ...{
        ...SERVER,
        id: 'c1a0a6de-3f65-4a5c-8a86-64c9f7a3b0d2',
        host: 'vatmock-7d9f8b6c5-k8b2m',
        since: '2026-11-20T09:00:12.000Z',
      },
      ...{ state: 'DRAINING' },
    },
    {
      ...{
        ...SERVER,
        id: '0b6f3c1d-8e52-4f0e-a6e4-2f9d1c7b5a90',
        host: 'vatmock-7d9f8b6c5-p4r9t',
        since: '2026-11-20T09:00:20.000Z',
      },
      ...{
        silentSeconds: 3.6,
        load: { ...LOAD, eventLoopDelaySeconds: 1.9, memory: { used: 498_452_224, limit: 536_870_912 } },
      },
    },
    {
      ...{
        ...SERVER,
        id: 'e4d2b7aa-1c3f-4b8d-9f60-7a5e3c2d1b08',
        host: 'vatmock-5c4d7f9b8-zz1aa',
        since: '2026-11-19T07:00:00.000Z',
      },
      ...{ state: 'SILENT', silentSeconds: 21 },
    },
    {
      ...SERVER,
      id: 'a7c9e1f3-6b2d-4e8a-b5c0-1d3f5a7b9c2e',
      host: null,
      version: '0.0.9',
      since: '2026-11-19T07:00:00.000Z',
      load: null,
    },
  ],
};
