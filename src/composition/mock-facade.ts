import { readInstant, toInstant } from '../control/clock/sandbox-time.ts';
import { mailsOf } from '../control/mail/mailboxes.ts';
import { toNewSandbox } from '../control/sandboxes/managed-sandboxes.ts';
import { simulate } from '../control/scenarios/trigger.ts';
import { fromFetchRequest, toFetchResponse, sufferFault } from '../edges/http/fetch-adapter.ts';
import { createMountableApp, type MockApp } from '../edges/http/mountable-app.ts';
import { createMockScenarios } from './mock-scenarios.ts';
import { alternativesFor } from '../engine/explain.ts';
import type { Difference } from '../engine/matching/condition.ts';
import type { Sandbox } from '../engine/sandbox/sandbox.ts';
import { parseDuration } from '../kernel/duration.ts';
import { USUAL_COUNT, USUAL_WAIT, type WaitResult } from '../kernel/wait-until.ts';
import type { Control } from './control-services.ts';
import type { Mock } from './mock.ts';
import type { ServerFacts } from './server.ts';
import type { ServerParts } from './parts.ts';
import type { Handle } from '../kernel/http.ts';
import type { Contract } from '../engine/contract/contract.ts';
import { childPointer } from '../kernel/json-pointer.ts';
import { suggest } from '../engine/matching/nearest.ts';
import { createCompilers } from '../engine/validation/ajv.ts';
import { flatErrors } from '../engine/validation/violations.ts';
import { unknownMemberOf } from '../engine/validation/unknown-members.ts';

/** The programmatic API: the features of HTTP, without HTTP. */
export const toMock = (
  server: ServerParts,
  {
    facts,
    loadControl,
    handle,
  }: {
    readonly facts: ServerFacts;
    /** Called on first use: most programs use the server, its clock and its journal. */
    readonly loadControl: () => Promise<Control>;
    readonly handle: Handle;
  },
): Mock => {
  const { contract, address, after, known, observers, persistence, identity, time } = server;
  const { ownerOf } = known;
  const { journal, watches } = observers;
  const { note } = observers.recorder;
  const { sandboxes } = persistence;
  const { inboxes, deliveryQueries: deliveries } = server.webhooks;
  const { url } = facts;

  /** On a server without organizations, everything is visible to all. */
  const watchedOrganization = (sandbox: string | undefined): string | undefined =>
    sandbox === undefined && known.usual === undefined ? undefined : ownerOf(sandbox).uuid;

  const check = createValueCheck(server.loadAdminContract);
  const sandboxOf = async (name: string | undefined): Promise<Sandbox> => sandboxes.of(ownerOf(name));
  const tokenFrom = async (clientId: string): Promise<string> => {
    // Another server may have made the client just now.
    await persistence.freshness?.ensure();
    return identity.issue(clientId, url, { isUnobserved: false });
  };

  const shared = persistence.replication?.shared;
  /** As a request is: on what other servers have changed, at the home of the sandbox, with what is live of it kept. */
  const hold = async <T>(sandbox: string | undefined, work: () => Promise<T>): Promise<T> => {
    if (shared === undefined || watchedOrganization(sandbox) === undefined) return work();
    await persistence.freshness?.ensure();
    const { sandbox: id } = ownerOf(sandbox);
    await shared.settled(id);
    await shared.claim(id);
    return server.underWay.during(id, work).finally(() => {
      shared.touch(id);
    });
  };

  const inSandbox = <T>(name: string | undefined, work: (sandbox: Sandbox) => Promise<T>): Promise<T> =>
    hold(name, async () => work(await sandboxOf(name)));

  // Created on first use: most programs use the server instead.
  let app: MockApp | undefined;

  return {
    ...facts,
    token: (clientId = known.usualClient) => tokenFrom(clientId),
    get app() {
      return (app ??= createMountableApp({ handle, toOrigin: address.toOrigin, after }));
    },
    handle: async (request) =>
      toFetchResponse(await sufferFault(await handle(fromFetchRequest(request)), after), request.method),
    clock: {
      now: (sandbox) => inSandbox(sandbox, (own) => Promise.resolve(new Date(time.read(own).now))),
      advance: (step, sandbox) => inSandbox(sandbox, (own) => time.advance(own, toInstant(step))),
      freeze: (at, sandbox) =>
        inSandbox(sandbox, (own) => time.freeze(own, at === undefined ? undefined : readInstant(at))),
      resume: (sandbox) => inSandbox(sandbox, (own) => time.resume(own)),
    },
    alternatives: (sandbox) => alternativesFor(server.register, journal.of(watchedOrganization(sandbox)).after(0)),
    assume: (wishes, sandbox) =>
      inSandbox(sandbox, async (own) => (await loadControl()).switchboard.change(own, wishes)),
    reset: (sandbox) => hold(sandbox, async () => (await loadControl()).sandboxes.reset(ownerOf(sandbox))),
    snapshot: (name, sandbox) =>
      hold(sandbox, async () => {
        await (await loadControl()).states.take(ownerOf(sandbox), name);
      }),
    restore: (name, sandbox) =>
      hold(sandbox, async () => {
        await (await loadControl()).states.restore(ownerOf(sandbox), name);
      }),
    createSandbox: async (wish = {}) => {
      await check('SandboxCreate', wish);
      const { sandboxes: managed } = await loadControl();
      const made = await managed.create(wish, { organization: known.usual, isOperator: true });
      const sandbox = toNewSandbox(made, { origin: url, basePath: contract.basePath });
      return {
        ...sandbox,
        token: (clientId = sandbox.clientId) => tokenFrom(clientId),
      };
    },
    changeOrganization: (change, name) =>
      inSandbox(name, async (sandbox) => {
        await check('SandboxChange', change);
        // It would be kept as a member of the organization.
        if ('extend' in change)
          throw new TypeError('changeOrganization takes no "extend": only sandboxes of visitors expire');
        const { organizations } = await loadControl();
        const { clients: _clients, ...organization } = await organizations.change(sandbox, change);
        note(sandbox, 'PATCH', `/sandboxes/${sandbox.id}`, change);
        return organization;
      }),
    simulate: (name, target = {}, of) =>
      inSandbox(of, async (sandbox) => {
        const simulated = await simulate(sandbox, name, target);
        note(sandbox, 'POST', `/simulators/${encodeURIComponent(name)}/run`, target);
        return simulated;
      }),
    mail: (name) => inSandbox(name, async (sandbox) => mailsOf(server.mailbox, sandbox.organization, sandbox)),
    inbox: async (name, of) => {
      const sandbox = await sandboxOf(of);
      return {
        name,
        url: await inboxes.urlOf(sandbox, name),
        messages: () => inboxes.messages(sandbox, name),
        answer: (...answers) => {
          inboxes.program(sandbox, name, answers);
        },
        clear: () => {
          inboxes.remove(sandbox, name);
        },
      };
    },
    ...createMockScenarios(server, { check, sandboxOf, hold, note }),
    orders: {
      next: (orderUuid, name) =>
        inSandbox(name, async (sandbox) => (await loadControl()).moves.next(sandbox, orderUuid, url)),
      goTo: async (orderUuid, goal, name) => {
        await check('OrderGoal', goal);
        return inSandbox(name, async (sandbox) => (await loadControl()).moves.goTo(sandbox, orderUuid, goal, url));
      },
    },
    deliveries: {
      list: async (criteria = {}, sandbox) => {
        await check('DeliveryAwait', criteria);
        return deliveries.list(await sandboxOf(sandbox), criteria);
      },
      await: async ({ count = USUAL_COUNT, timeout = USUAL_WAIT, ...criteria }, sandbox) => {
        await check('DeliveryAwait', criteria);
        const { organization } = await sandboxOf(sandbox);
        const outcome = await deliveries.await(organization, { criteria, count, timeout: parseDuration(timeout) });
        return foundIn(
          outcome,
          { count, timeout, things: 'deliveries' },
          ({ eventType, webhookId, status }) => `${eventType} to ${webhookId} (${status})`,
        );
      },
      verify: async (delivery, sandbox) => {
        await check('SignatureRequest', delivery);
        const { checkSignature } = await loadControl();
        return checkSignature(await sandboxOf(sandbox), delivery);
      },
    },
    requests: {
      list: (criteria = {}, of) =>
        hold(of, async () => {
          const { requests } = await loadControl();
          const all = { page: 0, limit: Number.MAX_SAFE_INTEGER };
          return (await requests.page(watchedOrganization(of), criteria, all)).data;
        }),
      find: (criteria = {}, of) =>
        hold(of, async () => (await loadControl()).requests.find(watchedOrganization(of), criteria, Infinity)),
      count: (criteria = {}, of) =>
        hold(of, async () => (await loadControl()).requests.count(watchedOrganization(of), criteria)),
      await: async ({ count = USUAL_COUNT, timeout = USUAL_WAIT, ...criteria }, of) => {
        const wish = { criteria, count, timeout: parseDuration(timeout) };
        const outcome = await hold(of, async () => (await loadControl()).requests.await(watchedOrganization(of), wish));
        return foundIn(
          outcome,
          { count, timeout, things: 'requests' },
          ({ method, path, status }) => `${method} ${path} (${status})`,
        );
      },
      clear: (of) => {
        journal.forget(watchedOrganization(of));
      },
    },
    coverage: (sandbox, since = 'reset') => watches.coverageOf(watchedOrganization(sandbox), since),
    clientFindings: (sandbox) => watches.findingsOf(watchedOrganization(sandbox)),
    idle: async () => {
      // Activity in one sandbox may trigger work in another.
      for (let waited = true; waited;)
        waited = (await Promise.all([...sandboxes.inUse.values()].map((sandbox) => sandbox.idle()))).includes(true);
    },
  };
};

/** What was waited for. Its absence is told with what came instead. */
const foundIn = <Found, Other>(
  { kind, found, others }: WaitResult<Found, Other & { readonly difference: Difference }>,
  { count, timeout, things }: { readonly count: number; readonly timeout: string; readonly things: string },
  nameOf: (other: Other) => string,
): readonly Found[] => {
  if (kind === 'met') return found;
  if (kind === 'closed') throw new Error(`the mock was closed, or the sandbox deleted, while waiting for ${things}`);
  const lines = others.map((other) => {
    const { at, expected, actual } = other.difference;
    return `\n  ${nameOf(other)}: ${at}: expected ${expected}, but ${actual}`;
  });
  const rest = lines.length === 0 ? 'nothing else came' : `what came instead:${lines.join('')}`;
  throw new Error(`${found.length} of ${count} ${things} came within ${timeout}; ${rest}`);
};

/** Validates a program's input like a body of the control API; rejects with a `TypeError` that locates the fault. */
const createValueCheck =
  (loadAdminContract: () => Promise<Contract>) =>
  async (schema: string, value: unknown): Promise<void> => {
    const validate = createCompilers(await loadAdminContract()).listing(
      childPointer('#', 'components', 'schemas', schema),
    );
    if (validate(value)) return;
    const faults = [...flatErrors(validate.errors ?? [])].map((error) => {
      const { instancePath, message = '' } = error;
      const unknown = unknownMemberOf(error);
      const hint = unknown === undefined ? '' : `: "${unknown.name}", ${suggest(unknown.name, unknown.known)}`;
      const place = instancePath.slice(1).replaceAll('/', '.');
      return `${place === '' ? 'the value' : place} ${message}${hint}`;
    });
    throw new TypeError(`not a ${schema}: ${[...new Set(faults)].join('; ')}`);
  };
