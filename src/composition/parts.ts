import type { Engine } from '../engine/create-engine.ts';
import type { toLiveStates } from './api.ts';
import type { Foundation } from './foundation.ts';
import type { ConsoleAccess, openIdentity } from './identity.ts';
import type { Handle } from '../kernel/http.ts';

/** A whole server. Each part is made by the function of a file here, from those above it. */
export interface ServerParts extends Foundation {
  readonly identity: ReturnType<typeof openIdentity>;
  /** Serves the API description. */
  readonly engine: Engine;
  readonly live: ReturnType<typeof toLiveStates>;
  /** Undefined if the console is off: then a cookie means nothing. */
  readonly consoleAccess: ConsoleAccess | undefined;
  /** The control API, which is loaded with its first request. */
  readonly controlApi: Handle;
}
