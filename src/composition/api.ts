import type { Assumed } from '../engine/assumptions/register.ts';
import { type Engine, createEngine } from '../engine/create-engine.ts';
import type { EngineOptions } from '../engine/checks/engine-parts.ts';
import type { Behaviours } from '../engine/responders/stateful.ts';
import type { Authenticator, PassOn } from '../engine/ports/ports.ts';
import type { LiveParts, LiveState } from '../engine/sandbox/live-state.ts';
import type { SandboxOwner, FindSandbox } from '../engine/sandbox/sandbox.ts';
import { toBehaviours } from '../vat/api/behaviour.ts';
import { createBehaviours } from '../vat/behaviours.ts';
import { createInvitationBehaviours, isLink, sandboxOfLink } from '../vat/invitations/invitation.ts';
import { after, systemClock } from '../edges/system/time.ts';
import { type RefuseSlowly, createSlowRefusals } from '../engine/rate-limiting/slow-refusals.ts';
import { ADMIN_PATH } from './address.ts';
import { engineOptions } from './engine-options.ts';
import type { Foundation } from './foundation.ts';

/** Serves the API description. */
export const openApi = async (parts: Foundation, authenticator: Authenticator): Promise<Engine> => {
  const { config, contract, replayOverrides, ids, isForeign, isHosted, scenarios, ownBehaviours } = parts;
  const { keeps, templates } = parts.api;
  const complete = await toCompletion(parts);
  return createEngine({
    ...engineOptions(parts),
    contract,
    passOn: await toPassOn(parts),
    authenticator,
    journal: parts.observers.journal,
    explanationOf: toExplanation(parts),
    random: replayOverrides.exchangeIds ?? ids.split('api'),
    refuseSlowly: isHosted ? toSlowRefusals() : undefined,
    keeps,
    authorize: parts.policy.authorize,
    putOver: (usual, find) => ownBehaviours?.putOver(usual, find, complete) ?? complete(usual),
    findSandbox: toFindSandbox(parts, isForeign),
    admitStranger: parts.admitStranger,
    assumedIn: toAssumedIn(parts),
    scripting: {
      scenarios: scenarios.scenarios,
      delays: config.delays,
      findHeaderFault: parts.findHeaderFault,
      templates,
    },
    ...(isForeign ? {} : { behaviours: behavioursOf(parts), preferNeedsLink: isHosted, knowsLink }),
  });
};

/** What is done to kept things causes the events that the description has for it, if it has any. */
const toCompletion = async ({
  contract,
  observer,
  api: { resources },
  scenarios: { samples },
  webhooks: { drawSecret },
}: Foundation): Promise<(own: Behaviours) => Behaviours> => {
  if (resources === undefined || contract.events.size === 0) return (own) => own;
  const { createEmission } = await import('../engine/resources/emit-changes.ts');
  return createEmission(contract, { resources, samples, observer, drawSecret });
};

const toPassOn = async ({ upstream, observer, slicedWork }: Foundation): Promise<PassOn | undefined> =>
  upstream && (await import('../edges/proxy/create-pass-on.ts')).createPassOn(upstream, observer, slicedWork.run);

/** A tenant that goes on calling beyond its budget would cost the others as much as one whose calls are accepted. */
const toSlowRefusals = (): RefuseSlowly => createSlowRefusals(systemClock, after).refuse;

const knowsLink: NonNullable<EngineOptions['knowsLink']> = (sandbox, { token = '' }) =>
  sandbox.read((reading) => isLink(reading, token));

/** Whether the link of a token exists in its sandbox. */
export const toIsLink = (parts: Foundation): ((token: string) => Promise<boolean>) => {
  const find = toFindSandbox(parts);
  return async (token) => {
    const pathParameters = { token };
    const sandbox = await find({ pathParameters }, undefined);
    return sandbox !== undefined && knowsLink(sandbox, pathParameters);
  };
};

const behavioursOf = ({ isHosted, drawLinkSecret, webhooks }: Foundation) => ({
  ...createBehaviours(webhooks),
  ...(isHosted ? toBehaviours(createInvitationBehaviours(drawLinkSecret)) : {}),
});

/**
 * Requests refused before authentication belong to no sandbox. If there is a default organization, its switches apply:
 * a user who tests an alternative 401 challenge is alone on the machine.
 */
const toAssumedIn = ({
  register,
  known: { usual },
  persistence: { sandboxes },
}: Foundation): NonNullable<EngineOptions['assumedIn']> => {
  const outside = (): Assumed => sandboxes.inUse.get(usual?.uuid ?? '')?.assumed ?? register.initial;
  return (sandbox) => sandbox?.assumed ?? outside();
};
/** Explanations come from the journal; on a hosted server, exchanges without an organization are shown to no client. */
const toExplanation =
  ({ isHosted }: Foundation): NonNullable<EngineOptions['explanationOf']> =>
  ({ id, request, caller, sandbox }) =>
    isHosted && caller === undefined && sandbox === undefined
      ? undefined
      : `${request.origin}${ADMIN_PATH}/requests/${id}/explain`;

/** The sandbox of the caller's organization; a public operation uses the sandbox that its link names, or as any call does. */
const toFindSandbox =
  ({ known: { clients }, persistence: { sandboxes } }: Foundation, isForeign = false): FindSandbox =>
  ({ pathParameters }, caller) => {
    if (caller?.organization !== undefined) return sandboxes.of(caller.organization);
    const owner = isForeign ? undefined : clients.findBySandbox(sandboxOfLink(pathParameters['token']) ?? '');
    return owner === undefined ? undefined : sandboxes.of(owner);
  };

/** What this process keeps of a sandbox beside its documents. A part that keeps more of it adds a line here. */
export const toLiveStates = (
  { observers, known, webhooks, mailbox, shows }: Foundation,
  engine: Engine,
): LiveParts & {
  /** What a show restores when it goes back. */
  readonly restorable: readonly LiveState[];
  readonly clearBudgets: (owner: SandboxOwner) => void;
} => {
  const { expectations, watches, recorder, journal } = observers;
  const budgets = engine.liveStates({ clientsOf: known.clients.clientsOf });
  const restorable = [expectations.live, webhooks.inboxes.live, mailbox.live, watches.live];
  return {
    logs: [journal.log, recorder.log],
    states: [...budgets, ...restorable, recorder.live, shows.live],
    replaced: ({ sandbox }) => {
      webhooks.listeners.forget(sandbox);
    },
    restorable,
    clearBudgets: (owner) => {
      for (const budget of budgets) budget.load(owner, undefined);
    },
  };
};
