import type { WaitOutside } from '../../engine/sandbox/shared-access.ts';
import type { ApiRequest } from '../../kernel/http.ts';
import type { After } from '../../kernel/timers.ts';

/** Milliseconds for which an exchange waits with its sandbox locked. Most bodies come with the head of the request. */
const PROMPT = 50;

export interface ReadOutsideParts {
  readonly waitOutside: WaitOutside;
  readonly after: After;
}

/**
 * The same request. Where its body does not come at once, it is waited for outside: a client that holds it back would
 * keep everybody else from its sandbox, and a connection to the database from all others.
 */
export const readOutside = (request: ApiRequest, { waitOutside, after }: ReadOutsideParts): ApiRequest => ({
  method: request.method,
  path: request.path,
  query: request.query,
  origin: request.origin,
  address: request.address,
  headerLines: (name) => request.headerLines(name),
  header: (name) => request.header(name),
  readBody: async (limit, reader) => {
    const body = request.readBody(limit, reader);
    const isPrompt = new Promise<boolean>((resolve) => {
      const late = after(PROMPT, () => {
        resolve(false);
      });
      const came = (): void => {
        late.cancel();
        resolve(true);
      };
      body.then(came, came);
    });
    return (await isPrompt) ? body : waitOutside(() => body);
  },
  bodyRead: () => request.bodyRead?.(),
  whenGone: (task) => request.whenGone?.(task),
  ...(request.rawHeaders === undefined ? {} : { rawHeaders: request.rawHeaders }),
  ...(request.usesNoBudget === undefined ? {} : { usesNoBudget: request.usesNoBudget }),
  ...(request.enteredAt === undefined ? {} : { enteredAt: request.enteredAt }),
});
