import { expect } from '@jest/globals';
import type { Api } from '../../../src/generated/admin-types.ts';
import type { StartedMock } from '../../support/start-mock.ts';
import { type ConsoleBrowser, openBrowser } from '../console/browser.ts';
import { createAdminClient, succeed } from '../control-api/admin-client.ts';

export const OPERATOR = 'the-operator-of-this-server';
export const asOperator = { token: OPERATOR };
export type NewVisitorLink = Api['createVisitorLink']['responses'][201];

export const secretOf = ({ url }: Pick<NewVisitorLink, 'url'>): string => new URL(url).hash.slice(1);

/** Makes visitor links of a hosted server, and opens them. */
export const createLinks = (started: StartedMock) => {
  const admin = createAdminClient(started);
  const open = (link: Pick<NewVisitorLink, 'url'>, browser: ConsoleBrowser) => browser.signIn({ link: secretOf(link) });
  return {
    admin,
    open,
    make: async (wish: object = {}): Promise<NewVisitorLink> => {
      const body = { name: 'Spring demo', ...wish };
      return succeed(await admin('POST', '/visitor-links', { ...asOperator, body })).body as NewVisitorLink;
    },
    /** In a browser of its own. */
    visit: async (link: NewVisitorLink): Promise<{ browser: ConsoleBrowser; sandbox: string }> => {
      const browser = openBrowser(started);
      const { status, body } = await open(link, browser);
      expect(status).toBe(200);
      return { browser, sandbox: body.sandbox };
    },
  };
};
