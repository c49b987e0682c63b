import type { FaceParts } from './face-parts.ts';
import { createSteeringNotes } from '../control/recordings/note-steering.ts';
import { fromFetchRequest, toFetchResponse, sufferFault } from '../edges/http/fetch-adapter.ts';
import { createMountableApp, type MockApp } from '../edges/http/answering.ts';
import { createValueCheck } from '../edges/programmatic/check-value.ts';
import { createMockClock } from '../edges/programmatic/mock-clock.ts';
import { createMockDeliveries } from '../edges/programmatic/mock-deliveries.ts';
import { createMockOrders } from '../edges/programmatic/mock-orders.ts';
import { createMockRequests } from '../edges/programmatic/mock-requests.ts';
import { createMockSandboxes } from '../edges/programmatic/mock-sandboxes.ts';
import { createMockScenarios } from '../edges/programmatic/mock-scenarios.ts';
import { createMockSteering } from '../edges/programmatic/mock-steering.ts';
import { alternativesFor } from '../engine/explain.ts';
import type { Sandbox } from '../engine/sandbox/sandbox.ts';
import type { RuntimeContext } from './runtime-context.ts';
import type { Identity } from './identity.ts';
import type { Mock } from './mock.ts';

const ANY_TOKEN = 'any-token';

/** The programmatic API: the features of HTTP, without HTTP. */
export const toMock = (runtime: RuntimeContext, parts: FaceParts): Mock => {
  const { contract, address, after } = runtime;
  const { facts, known, observers, scenarios, persistence, control, identity } = parts;
  const { ownerOf } = known;
  const { journal, tokens, watches } = observers;
  const { sandboxes } = persistence;
  const { snapshots } = control;
  const { url } = facts;

  /** A third-party description has no organizations: everything is visible to all. */
  const watchedOrganization = (sandbox: string | undefined): string | undefined =>
    sandbox === undefined && known.usual === undefined ? undefined : ownerOf(sandbox).uuid;

  const check = createValueCheck(runtime.adminContract);
  const note = createSteeringNotes(observers.recorder, runtime.clock);
  const sandboxOf = async (name: string | undefined): Promise<Sandbox> => sandboxes.of(ownerOf(name));
  const tokenFrom = async ({ issue }: Identity, clientId: string): Promise<string> => {
    // Another server may have made the client just now.
    await persistence.freshness?.ensure();
    const token = await issue(clientId, url, { isUnobserved: false });
    tokens.remember(token, clientId);
    return token;
  };

  const shared = persistence.replication?.shared;
  /** As a request is: on what other servers have changed, at the home of the sandbox, with what is live of it kept. */
  const hold = async <T>(sandbox: string | undefined, work: () => Promise<T>): Promise<T> => {
    if (shared === undefined || watchedOrganization(sandbox) === undefined) return work();
    await persistence.freshness?.ensure();
    const { sandbox: id } = ownerOf(sandbox);
    await shared.settled(id);
    await shared.claim(id);
    return parts.underWay.during(id, work).finally(() => {
      shared.touch(id);
    });
  };

  // Created on first use: most programs use the server instead.
  let app: MockApp | undefined;

  return {
    ...facts,
    token: async (clientId = known.usualClient) => {
      if (identity !== undefined) return tokenFrom(identity, clientId);
      // A third-party description accepts any credential.
      tokens.remember(ANY_TOKEN, clientId);
      return ANY_TOKEN;
    },
    get app() {
      return (app ??= createMountableApp({ handle: parts.handle, toOrigin: address.toOrigin, after }));
    },
    handle: async (request) =>
      toFetchResponse(await sufferFault(await parts.handle(fromFetchRequest(request)), after), request.method),
    clock: createMockClock(control.time, sandboxOf, hold),
    alternatives: (sandbox) => alternativesFor(runtime.register, journal.of(watchedOrganization(sandbox)).after(0)),
    assume: (wishes, sandbox) =>
      hold(sandbox, async () => control.switchboard.change(await sandboxOf(sandbox), wishes)),
    reset: (sandbox) => hold(sandbox, async () => control.sandboxes.reset(ownerOf(sandbox))),
    snapshot: (name, sandbox) =>
      hold(sandbox, async () => {
        await snapshots.take(ownerOf(sandbox), name);
      }),
    restore: (name, sandbox) =>
      hold(sandbox, async () => {
        await snapshots.restore(ownerOf(sandbox), name);
      }),
    createSandbox: createMockSandboxes({
      sandboxes: control.sandboxes,
      requester: { organization: known.usual, isOperator: true },
      check,
      origin: url,
      basePath: contract.basePath,
      token: async (clientId) => {
        if (identity === undefined) throw new Error('a description of one’s own is served without sandboxes');
        return tokenFrom(identity, clientId);
      },
    }),
    ...createMockSteering({ services: control, check, sandboxOf, note, hold }),
    ...createMockScenarios({
      scenarios: scenarios.scenarios,
      read: scenarios.read,
      define: scenarios.define,
      toNextCall: scenarios.toNextCall,
      check,
      listen: observers.expectations.listen,
      sandboxOf,
      hold,
      note,
      after,
    }),
    orders: createMockOrders({ moves: control.moves, check, sandboxOf, hold, origin: url }),
    deliveries: createMockDeliveries({
      queries: control.deliveries,
      organizationOf: async (sandbox) => (await sandboxOf(sandbox)).organization,
      checkSignature: control.checkSignature,
      check,
      sandboxOf,
    }),
    requests: createMockRequests({
      requests: control.requests,
      organizationOf: watchedOrganization,
      hold,
    }),
    coverage: (sandbox, since = 'reset') => watches.coverageOf(watchedOrganization(sandbox), since),
    clientFindings: (sandbox) => watches.findingsOf(watchedOrganization(sandbox)),
    idle: async () => {
      // Activity in one sandbox may trigger work in another.
      for (let waited = true; waited;)
        waited = (await Promise.all([...sandboxes.inUse.values()].map((sandbox) => sandbox.idle()))).includes(true);
    },
  };
};
