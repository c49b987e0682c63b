import express from 'express';
import type { After } from '../../kernel/timers.ts';
import type { ApiRequest, Reply } from '../../kernel/http.ts';
import { createAnswering } from './answering.ts';

/**
 * The stub as an Express application: `app.use('/stub', mock.app)`, `request(mock.app)`. (The type is
 * common to all versions of Express and to the Node server, so you need no extra type packages.)
 */
export type MockApp = (request: object, response: object, next?: (error?: unknown) => void) => void;

export interface MountableAppParts {
  readonly handle: (request: ApiRequest) => Promise<Reply>;
  /** Links begin with it: with the path too at which the application is mounted. */
  readonly toOrigin: (host: string | undefined, below: string) => string;
  readonly after: After;
}

/** A path as it may stand in links: the client writes it, where a mount has parameters. */
const PLAIN_PATH = /^[\w./~%@:-]*$/;

export const createMountableApp = ({ handle, toOrigin, after }: MountableAppParts): MockApp => {
  const app = express();
  // Answers are those of the stub, header by header.
  app.disable('x-powered-by');
  const answer = createAnswering({ handle, after, isLast: () => false });
  app.use((incoming, outgoing) => {
    const below = PLAIN_PATH.test(incoming.baseUrl) ? incoming.baseUrl : '';
    answer(incoming, outgoing, (host) => toOrigin(host, below));
  });
  return app as unknown as MockApp;
};
