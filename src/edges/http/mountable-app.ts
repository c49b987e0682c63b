import { createAnswering } from './answering.ts';
import { once } from '../../kernel/caches.ts';
import type { Handle } from '../../kernel/http.ts';
import type { After } from '../../kernel/timers.ts';

/**
 * The stub as an Express application: `app.use('/stub', mock.app)`, `request(mock.app)`. (The type is
 * common to all versions of Express and to the Node server, so you need no extra type packages.)
 */
export type MockApp = (request: object, response: object, next?: (error?: unknown) => void) => void;

/** Path that is safe in links: with parameters in the mount path, the client controls it. */
const PLAIN_PATH = /^[\w./~%@:-]*$/;

/** Express is loaded with the first request: most programs send their requests to the server's own address. */
export const createMountableApp = ({
  handle,
  toOrigin,
  after,
}: {
  readonly handle: Handle;
  /** Base of links, including the path at which the application is mounted. */
  readonly toOrigin: (host: string | undefined, below: string) => string;
  readonly after: After;
}): MockApp => {
  const load = once(async () => {
    const { default: express } = await import('express');
    const app = express();
    // Responses contain exactly the stub's headers.
    app.disable('x-powered-by');
    const answer = createAnswering({ handle, after, isLast: () => false });
    app.use((incoming, outgoing) => {
      const below = PLAIN_PATH.test(incoming.baseUrl) ? incoming.baseUrl : '';
      answer(incoming, outgoing, (host) => toOrigin(host, below));
    });
    return app as unknown as MockApp;
  });
  return (request, response, next) => {
    void load().then((app) => {
      app(request, response, next);
    });
  };
};
