import { createAdminAuthenticator } from '../edges/admin/access/admin-authenticator.ts';
import { createCallLimits } from '../edges/admin/access/call-limits.ts';
import { systemClock } from '../edges/system/system-clock.ts';
import { after } from '../edges/system/timers.ts';
import { createSenderOf } from '../edges/http/sender-network.ts';
import { hideKeysFromWatchers } from '../edges/admin/access/hide-keys.ts';
import { hideInboxKeys } from '../control/inbox/inbox-address.ts';
import { createLinkScrub } from '../engine/journal/secrets.ts';
import { createOwnHosts } from '../edges/http/host-guard.ts';
import { createAdminBehaviours } from '../edges/admin/admin-behaviours.ts';
import { VISIT_PATH } from '../edges/console/file-routes.ts';
import { createReadiness } from '../control/readiness.ts';
import { noteControlCalls } from '../control/recordings/note-steering.ts';
import { type Engine, createEngine } from '../engine/create-engine.ts';
import { createSlowRefusals } from '../engine/rate-limiting/slow-refusals.ts';
import type { Behaviours } from '../engine/responders/stateful.ts';
import { once } from '../kernel/caches.ts';
import { composeContent } from '../kernel/json-pieces.ts';
import { ADMIN_PATH } from './address.ts';
import type { ConsoleAccess } from './console-access.ts';
import { trustsThisMachine } from './door.ts';
import type { Duty } from './duty.ts';
import type { Control } from './control-services.ts';
import { engineOptions } from './engine-options.ts';
import type { GuessLimit } from '../identity/guess-limit.ts';
import type { RuntimeContext } from './runtime-context.ts';
import type { Identity } from './identity.ts';
import type { KnownOrganizations } from './known-organizations.ts';
import type { Observers } from './observers.ts';
import type { Persistence } from './persistence.ts';

export interface ControlApiParts {
  readonly known: KnownOrganizations;
  readonly observers: Observers;
  readonly persistence: Persistence;
  readonly control: Control;
  readonly identity: Identity;
  readonly guesses: GuessLimit;
  readonly consoleAccess: ConsoleAccess | undefined;
  readonly duty: Duty;
}

/** Serves the control API from its own description, with an engine like that of the API. */
export const openControlApi = (runtime: RuntimeContext, parts: ControlApiParts): Engine => {
  const { config, adminContract, clock, ids, isHosted } = runtime;
  const { known, observers, persistence, control, identity, guesses, consoleAccess } = parts;
  const options = engineOptions(runtime, control.mailbox);
  return createEngine({
    ...options,
    contract: adminContract,
    checks: 'control',
    authenticator: createAdminAuthenticator({
      trustsThisMachine: trustsThisMachine(runtime),
      mayBeOpen: !isHosted,
      hosts: createOwnHosts(config),
      operatorToken: runtime.operatorToken,
      tokens: identity.ofTokens,
      guesses,
      clients: known.clients,
      isVisitorsSandbox: (sandbox) => persistence.created.find(sandbox)?.visit !== undefined,
      accessEnds: known.accessEnds,
      usual: () => known.usual,
      consoleCaller: consoleAccess?.caller,
      limits: createCallLimits({
        contract: adminContract,
        counters: persistence.counters,
        callsPerMinute: config.controlCallsPerMinute,
        visitorCallsPerMinute: config.visitorCallsPerMinute,
        senderOf: createSenderOf(config.trustedProxies),
        slowRefusals: createSlowRefusals(systemClock, after),
      }),
    }),
    // Control calls are not part of the client's exchanges.
    journal: noteControlCalls(observers.recorder, clock, ADMIN_PATH),
    findSandbox: (_exchange, caller) =>
      caller?.organization === undefined ? undefined : persistence.sandboxes.of(caller.organization),
    random: ids.split('admin'),
    behaviours: behavioursOf(runtime, parts),
  });
};

const behavioursOf = (
  { version, adminContract, contract, slicedWork, clock, observer }: RuntimeContext,
  parts: ControlApiParts,
): Behaviours => {
  const hideLinks = createLinkScrub(contract);
  return hideKeysFromWatchers(
    createAdminBehaviours({
      version,
      adminContract,
      basePath: contract.basePath,
      visitPath: VISIT_PATH,
      describe: once(() => slicedWork.run(composeContent(contract.document, Infinity))),
      readiness: createReadiness({
        isDraining: parts.duty.isEnding,
        store: parts.persistence.store,
        clock,
        observer,
      }),
      services: parts.control,
    }),
    (text) => hideInboxKeys(hideLinks(text)),
  );
};
