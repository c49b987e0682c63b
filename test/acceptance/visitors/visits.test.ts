import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startedBy } from '../../support/started-by.ts';
import { openBrowser } from '../console/browser.ts';
import { OPERATOR, asOperator, createLinks, secretOf } from './links.ts';

const started = startedBy(beforeEach, afterEach, {
  mode: 'hosted',
  adminToken: OPERATOR,
  trustedProxies: 1,
  visitsPerAddress: 2,
  sandboxTtl: 'PT2H',
});

const make = async (wish: object): Promise<string> =>
  secretOf(await createLinks(started).make({ uses: 'many', ...wish }));

/** All links, the newest first. */
const list = async (): Promise<unknown> =>
  (await createLinks(started).admin('GET', '/visitor-links', asOperator)).body.data;

const visit = (link: string, address: string, browser = openBrowser(started)) =>
  browser.call('POST', '/__console/session', { body: { link }, headers: { 'x-forwarded-for': address } });

describe('visitors of one address', () => {
  test('get a limited number of sandboxes by links in an hour, and those of other addresses theirs', async () => {
    const [one, other] = [await make({}), await make({})];
    expect(await visit(one, '192.0.2.1')).toMatchObject({ status: 200 });
    expect(await visit(other, '192.0.2.1')).toMatchObject({ status: 200 });
    const before = await list();
    started.clock.advance(1000);
    const refused = await visit(one, '192.0.2.1');
    expect(refused).toMatchObject({
      status: 429,
      body: {
        code: 'too-many-visits',
        detail: expect.stringContaining('2 sandboxes within an hour') as unknown,
      },
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500);
    // It was no visit.
    expect(await list()).toEqual(before);
    // What is not used ends earlier than a visit.
    const sandboxExpiresAt = new Date(started.clock.now() + 2 * 3_600_000).toISOString();
    expect(await visit(one, '192.0.2.2')).toMatchObject({ status: 200, body: { sandboxExpiresAt } });
  });

  test('who come at the same time get no more', async () => {
    const link = await make({});
    const answers = await Promise.all(Array.from({ length: 5 }, () => visit(link, '192.0.2.1')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429]);
    expect(await list()).toMatchObject([{ useCount: 2 }]);
  });

  test('share a sandbox, and open theirs again, without limit', async () => {
    const [shared, own] = [await make({ copies: 'shared' }), await make({})];
    for (let count = 0; count < 4; count++) expect(await visit(shared, '192.0.2.1')).toMatchObject({ status: 200 });
    const browser = openBrowser(started);
    for (let count = 0; count < 3; count++)
      expect(await visit(own, '192.0.2.1', browser)).toMatchObject({ status: 200 });
  });
});
