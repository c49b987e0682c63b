import type { FaceParts } from './face-parts.ts';
import { createSteeringNotes } from '../control/capsule/note-steering.ts';
import { notedScenarios } from '../control/capsule/noted-scenarios.ts';
import { fromFetchRequest, toFetchResponse } from '../edges/http/fetch-adapter.ts';
import { type MockApp, createMountableApp } from '../edges/http/mountable-app.ts';
import { sufferFault } from '../edges/http/suffer-fault.ts';
import { createMockClock } from '../edges/programmatic/mock-clock.ts';
import { createMockDeliveries } from '../edges/programmatic/mock-deliveries.ts';
import { createMockRequests } from '../edges/programmatic/mock-requests.ts';
import { createMockScenario } from '../edges/programmatic/mock-scenario.ts';
import { locateFindings } from '../engine/contract/locate.ts';
import { alternativesFor } from '../engine/journal/deciding.ts';
import type { SandboxScenarios } from '../engine/scenarios/sandbox-scenarios.ts';
import type { Organization } from '../identity/organization.ts';
import { TOKEN_PATH } from '../identity/realm.ts';
import { controlFace } from './control-face.ts';
import { toConfiguredReceiver } from './configured-receiver.ts';
import type { Ground } from './ground.ts';
import type { Mock } from './mock.ts';

/** The mock in the hands of a program: what HTTP offers, without HTTP. */
export const toMock = async (ground: Ground, parts: FaceParts): Promise<Mock> => {
  const { contract, address, after } = ground;
  const { known, onlookers, world, control, identity, closing } = parts;
  const { ownerOf } = known;
  const { clientWatch } = onlookers;
  const { sandboxes } = world;
  const { snapshots } = control;
  const url = address.url();

  /** A foreign description has no organizations: there everything is everybody's. */
  const watchedOrganization = (sandbox: string | undefined): string | undefined =>
    sandbox === undefined && known.usual === undefined ? undefined : ownerOf(sandbox).uuid;

  // Made when somebody asks for it: most use the server.
  let app: MockApp | undefined;

  return {
    url,
    baseUrl: url + contract.basePath,
    tokenUrl: identity === undefined ? undefined : url + TOKEN_PATH,
    webhookSecret: toConfiguredReceiver(ground)?.secret,
    contract,
    findings: await locateFindings(contract.file, parts.api.findings),
    token: async (clientId = known.usualClient) => {
      // A foreign description takes any credential.
      const token = identity === undefined ? 'any-token' : await identity.issue(clientId, address.url());
      clientWatch.tokens.remember(token, clientId);
      return token;
    },
    get app() {
      return (app ??= createMountableApp({ handle: parts.handle, toOrigin: address.toOrigin, after }));
    },
    handle: async (request) =>
      toFetchResponse(await sufferFault(await parts.handle(fromFetchRequest(request)), after), request.method),
    clock: createMockClock(control.time, async (sandbox) => sandboxes.of(ownerOf(sandbox))),
    alternatives: (sandbox) =>
      alternativesFor(ground.register, clientWatch.journal.of(watchedOrganization(sandbox)).newestFirst()),
    assume: async (wishes, sandbox) => control.switchboard.change(await sandboxes.of(ownerOf(sandbox)), wishes),
    reset: async (sandbox) => control.sandboxes.reset(ownerOf(sandbox)),
    snapshot: async (name, sandbox) => {
      await snapshots.take(ownerOf(sandbox), name);
    },
    restore: async (name, sandbox) => {
      await snapshots.restore(ownerOf(sandbox), name);
    },
    ...scenarioFace(ground, parts),
    ...controlFace(ground, parts),
    deliveries: createMockDeliveries({
      queries: control.deliveries,
      organizationOf: async (sandbox) => (await sandboxes.of(ownerOf(sandbox))).organization,
    }),
    requests: createMockRequests({
      requests: control.requests,
      organizationOf: watchedOrganization,
    }),
    coverage: (sandbox, since = 'reset') => clientWatch.watches.coverageOf(watchedOrganization(sandbox), since),
    clientFindings: (sandbox) => clientWatch.watches.findingsOf(watchedOrganization(sandbox)),
    idle: async () => {
      // What happens in one sandbox may cause something in another.
      for (let waited = true; waited;)
        waited = (await Promise.all([...sandboxes.inUse.values()].map((sandbox) => sandbox.idle()))).includes(true);
    },
    close: () => closing.close(parts.server),
  };
};

/** What a program does with scenarios goes into recordings as if it had used the control API. */
const scenarioFace = (
  { clock, after }: Ground,
  { known: { ownerOf }, onlookers, scenarios: opened, world: { sandboxes } }: FaceParts,
): Pick<Mock, 'scenario' | 'scenarios'> => {
  const { expectations, recorder } = onlookers;
  const note = createSteeringNotes(recorder, clock);

  const scenariosOf = async (owner: Organization): Promise<SandboxScenarios> => {
    const sandbox = await sandboxes.of(owner);
    return notedScenarios(opened.scenarios.of(sandbox), (method, path, body) => {
      note(sandbox, method, path, body);
    });
  };

  return {
    scenario: async (wanted, sandbox) => {
      const owner = ownerOf(sandbox);
      const own = (): Promise<SandboxScenarios> => scenariosOf(owner);
      const name = typeof wanted === 'string' ? wanted : (await (await own()).upload(await opened.define(wanted))).name;
      await (await own()).activate(name);
      const listen = (listener: () => void): (() => void) => expectations.listen(owner.uuid, listener);
      return createMockScenario(name, { scenarios: own, listen, after });
    },
    scenarios: async (sandbox) => {
      const own = await scenariosOf(ownerOf(sandbox));
      return { ...own, add: async (text) => own.upload(await opened.read(text)) };
    },
  };
};
