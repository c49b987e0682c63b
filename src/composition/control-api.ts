import { createAdminAuthenticator } from '../edges/admin/access/admin-authenticator.ts';
import { createCallLimits } from '../edges/admin/access/call-limits.ts';
import { after, systemClock } from '../edges/system/time.ts';
import { hideKeysFromWatchers } from '../edges/admin/access/hide-keys.ts';
import { hideInboxKeys } from '../control/inbox/inbox-address.ts';
import { createLinkScrub } from '../engine/journal/secrets.ts';
import { createAdminBehaviours } from '../edges/admin/admin-behaviours.ts';
import { VISIT_PATH } from '../edges/http/console-caller.ts';
import { createReadiness } from '../control/readiness.ts';
import { roleOf } from '../control/show/storyboard.ts';
import { type Engine, createEngine } from '../engine/create-engine.ts';
import { createSlowRefusals } from '../engine/rate-limiting/slow-refusals.ts';
import type { Behaviours } from '../engine/responders/stateful.ts';
import { once } from '../kernel/caches.ts';
import { composeContent } from '../kernel/json-pieces.ts';
import { ADMIN_PATH } from './address.ts';
import type { Control } from './control-services.ts';
import { engineOptions } from './engine-options.ts';
import type { Contract } from '../engine/contract/contract.ts';
import type { ServerParts } from './parts.ts';

/** Serves the control API from its own description, with an engine like that of the API. */
export const openControlApi = (server: ServerParts, adminContract: Contract, control: Control): Engine => {
  const { config, ids, isHosted, hosts, trustsThisMachine } = server;
  const { known, observers, persistence, identity, guesses, consoleAccess, senderOf } = server;
  return createEngine({
    ...engineOptions(server),
    contract: adminContract,
    checks: 'control',
    authenticator: createAdminAuthenticator({
      trustsThisMachine,
      mayBeOpen: !isHosted,
      hosts,
      operatorToken: server.operatorToken,
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
        senderOf,
        slowRefusals: createSlowRefusals(systemClock, after),
      }),
    }),
    // Control calls are not part of the client's exchanges; those that change a sandbox are recorded.
    journal: {
      add: ({ operation, request, reply, sandbox }) => {
        if (operation === undefined || sandbox === undefined || reply.status >= 300) return;
        if (roleOf(adminContract, operation) !== 'recorded') return;
        const bytes = request.bodyRead?.();
        observers.recorder.control(sandbox, {
          method: request.method,
          path: request.path.slice(ADMIN_PATH.length),
          body: bytes === undefined || bytes.byteLength === 0 ? null : Buffer.from(bytes).toString('utf8'),
          mediaType: request.header('content-type') ?? 'application/json',
        });
      },
    },
    findSandbox: (_exchange, caller) =>
      caller?.organization === undefined ? undefined : persistence.sandboxes.of(caller.organization),
    random: ids.split('admin'),
    behaviours: behavioursOf(server, adminContract, control),
  });
};

const behavioursOf = (
  { version, contract, slicedWork, clock, observer, duty, persistence: { store } }: ServerParts,
  adminContract: Contract,
  services: Control,
): Behaviours => {
  const hideLinks = createLinkScrub(contract);
  return hideKeysFromWatchers(
    createAdminBehaviours({
      version,
      adminContract,
      basePath: contract.basePath,
      visitPath: VISIT_PATH,
      describe: once(() => slicedWork.run(composeContent(contract.document, Infinity))),
      readiness: createReadiness({ isDraining: duty.isEnding, store, clock, observer }),
      services,
    }),
    (text) => hideInboxKeys(hideLinks(text)),
  );
};
