import { type ConsoleCaller, createConsoleCaller } from '../edges/http/console-caller.ts';
import { createSameOrigin } from '../edges/http/host-guard.ts';
import { secureRandom } from '../edges/system/secure-random.ts';
import { type ConsoleSessions, createConsoleSessions } from '../identity/console-sessions.ts';
import type { KnownOrganizations } from './known-organizations.ts';
import type { Persistence } from './persistence.ts';
import type { RuntimeContext } from './runtime-context.ts';

/** Sessions of the browser console, and how its requests are recognized. */
export interface ConsoleAccess {
  readonly sessions: ConsoleSessions;
  readonly caller: ConsoleCaller;
}

interface ConsoleAccessParts {
  readonly known: Pick<KnownOrganizations, 'clients'>;
  readonly persistence: Pick<Persistence, 'replication'>;
}

/** Undefined if the console is off: then a cookie means nothing. */
export const openConsoleAccess = (
  { config, clock, after }: RuntimeContext,
  { known: { clients }, persistence: { replication } }: ConsoleAccessParts,
): ConsoleAccess | undefined => {
  if (config.console === 'off') return undefined;
  const parts = { clients, random: secureRandom, clock, after };
  const sessions = replication?.openSessions(parts) ?? createConsoleSessions(parts);
  return { sessions, caller: createConsoleCaller(sessions, createSameOrigin(config.publicUrl)) };
};
