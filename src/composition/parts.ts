import type { SandboxTime } from '../control/clock/sandbox-time.ts';
import type { OwnBehaviours } from '../edges/files/behaviours-file.ts';
import type { OpenedScenarios } from '../edges/files/scenario-files.ts';
import type { OpenedStoryboards } from '../edges/files/storyboard-files.ts';
import type { ConsoleCaller } from '../edges/http/console-caller.ts';
import type { Handle } from '../edges/http/routes.ts';
import type { Engine } from '../engine/create-engine.ts';
import type { Authenticator } from '../engine/ports/ports.ts';
import type { AdmitStranger } from '../engine/rate-limiting/counters.ts';
import type { LiveParts, LiveState } from '../engine/sandbox/live-state.ts';
import type { SandboxOwner } from '../engine/sandbox/sandbox.ts';
import type { ConsoleSessions } from '../identity/console-sessions.ts';
import type { GuessLimit } from '../identity/guess-limit.ts';
import type { KeyRing } from '../identity/key-ring.ts';
import type { ApiRequest } from '../kernel/http.ts';
import type { KnownOrganizations } from './known-organizations.ts';
import type { Observers } from './observers.ts';
import type { OwnWebhooks } from './own-webhooks.ts';
import type { Persistence } from './persistence.ts';
import type { RuntimeContext } from './runtime-context.ts';

/** What identifies callers, serves the API and controls it is made of. */
export interface Foundation extends RuntimeContext {
  readonly known: KnownOrganizations;
  readonly observers: Observers;
  readonly time: SandboxTime;
  readonly scenarios: OpenedScenarios;
  readonly storyboards: OpenedStoryboards;
  readonly ownBehaviours: OwnBehaviours;
  readonly webhooks: OwnWebhooks;
  readonly persistence: Persistence;
  readonly guesses: GuessLimit;
  readonly admitStranger: AdmitStranger;
}

/** A whole server. Each part is made by the function of a file here, from those above it. */
export interface ServerParts extends Foundation {
  readonly identity: Identity;
  /** Serves the API description. */
  readonly engine: Engine;
  readonly live: LiveStates;
  /** Undefined if the console is off: then a cookie means nothing. */
  readonly consoleAccess: ConsoleAccess | undefined;
  /** The control API, which is loaded with its first request. */
  readonly controlApi: Handle;
}

/** Issues and authenticates tokens. */
export interface Identity {
  /** Of the API's callers. */
  readonly authenticator: Authenticator;
  /** Of access tokens, and of what else selects the sandbox of a client. */
  readonly ofTokens: Authenticator;
  /** Handles the token endpoint and the routes beside it. */
  readonly handle: Handle;
  readonly keys: KeyRing;
  /** The sandbox of the organization whose token a request carries, or asks for; undefined if it carries no valid one. */
  readonly sandboxOf: (request: ApiRequest) => Promise<string | undefined>;
  /** Issues a token without an HTTP request; it is not observed unless it is for a client under test. */
  readonly issue: (clientId: string, origin: string, use?: { readonly isUnobserved: boolean }) => Promise<string>;
}

/** What this process keeps of a sandbox beside its documents. */
export interface LiveStates extends LiveParts {
  /** What a show restores when it goes back. */
  readonly restorable: readonly LiveState[];
  readonly clearBudgets: (owner: SandboxOwner) => void;
}

/** Sessions of the browser console, and how its requests are recognized. */
export interface ConsoleAccess {
  readonly sessions: ConsoleSessions;
  readonly caller: ConsoleCaller;
}
