import type { Mailboxes } from '../control/mail/mailboxes.ts';
import type { OwnBehaviours } from '../edges/files/behaviours-file.ts';
import type { OpenedScenarios } from '../edges/files/scenario-files.ts';
import type { Assumed } from '../engine/assumptions/register.ts';
import { type Engine, createEngine } from '../engine/create-engine.ts';
import type { EngineOptions, KnowsLink } from '../engine/checks/engine-parts.ts';
import type { Changed } from '../engine/resources/change.ts';
import type { PassOn } from '../engine/ports/pass-on.ts';
import type { FindSandbox } from '../engine/sandbox/find-sandbox.ts';
import { toBehaviours } from '../vat/api/behaviour.ts';
import { createBehaviours } from '../vat/behaviours.ts';
import { createInvitationBehaviours } from '../vat/invitations/invitation-behaviours.ts';
import { isLink, sandboxOfLink } from '../vat/invitations/invitation.ts';
import { systemClock } from '../edges/system/system-clock.ts';
import { after } from '../edges/system/timers.ts';
import { type RefuseSlowly, createSlowRefusals } from '../engine/rate-limiting/slow-refusals.ts';
import { ADMIN_PATH } from './address.ts';
import type { AdmitStranger } from '../engine/rate-limiting/counters.ts';
import { engineOptions } from './engine-options.ts';
import type { RuntimeContext } from './runtime-context.ts';
import type { Identity } from './identity.ts';
import type { KnownOrganizations } from './known-organizations.ts';
import type { Observers } from './observers.ts';
import type { OwnWebhooks } from './own-webhooks.ts';
import type { Persistence } from './persistence.ts';

interface ApiParts {
  readonly known: KnownOrganizations;
  readonly observers: Observers;
  readonly scenarios: OpenedScenarios;
  readonly behaviours: OwnBehaviours;
  readonly webhooks: OwnWebhooks;
  readonly mailbox: Mailboxes;
  readonly persistence: Persistence;
  readonly identity: Identity;
  readonly admitStranger: AdmitStranger;
}

/** Serves the API description. */
export const openApi = async (runtime: RuntimeContext, parts: ApiParts): Promise<Engine> => {
  const { config, contract, replayOverrides, ids, isForeign, isHosted } = runtime;
  const { observers, scenarios, mailbox, identity } = parts;
  const { authorize, keeps, templates } = runtime.api;
  return createEngine({
    ...engineOptions(runtime, mailbox),
    contract,
    passOn: await toPassOn(runtime),
    authenticator: identity.authenticator,
    journal: observers.journal,
    explanationOf: toExplanation(runtime),
    random: replayOverrides.exchangeIds ?? ids.split('api'),
    refuseSlowly: isHosted ? toSlowRefusals() : undefined,
    putOver: parts.behaviours.putOver,
    ...(keeps && { keeps, changed: await toChanged(runtime, scenarios) }),
    findSandbox: toFindSandbox(parts, isForeign),
    admitStranger: parts.admitStranger,
    assumedIn: toAssumedIn(runtime, parts),
    drawWebhookSecret: parts.webhooks.drawSecret,
    scripting: {
      scenarios: scenarios.scenarios,
      delays: config.delays,
      findHeaderFault: runtime.findHeaderFault,
      templates,
    },
    ...(isForeign ? {} : { authorize, behaviours: behavioursOf(runtime, parts), preferNeedsLink: isHosted, knowsLink }),
  });
};

/** What is done to kept things causes the events that the description has for it. */
const toChanged = async (
  { contract, config, observer }: RuntimeContext,
  { samples }: OpenedScenarios,
): Promise<Changed | undefined> => {
  if (contract.events.size === 0) return undefined;
  const { createEmission } = await import('../engine/resources/emit-changes.ts');
  const { eventsOfChanges } = await import('../engine/resources/events-of-changes.ts');
  return createEmission(eventsOfChanges(contract, config.emit), { samples, observer });
};

const toPassOn = async ({ upstream, observer, slicedWork }: RuntimeContext): Promise<PassOn | undefined> =>
  upstream && (await import('../edges/proxy/create-pass-on.ts')).createPassOn(upstream, observer, slicedWork.run);

/** A tenant that goes on calling beyond its budget would cost the others as much as one whose calls are accepted. */
const toSlowRefusals = (): RefuseSlowly => createSlowRefusals(systemClock, after).refuse;

const knowsLink: KnowsLink = (sandbox, { token = '' }) => sandbox.read((reading) => isLink(reading, token));

/** Whether the link of a token exists in its sandbox. */
export const toIsLink = (parts: FindSandboxParts): ((token: string) => Promise<boolean>) => {
  const find = toFindSandbox(parts);
  return async (token) => {
    const pathParameters = { token };
    const sandbox = await find({ pathParameters }, undefined);
    return sandbox !== undefined && knowsLink(sandbox, pathParameters);
  };
};

const behavioursOf = ({ isHosted, drawLinkSecret }: RuntimeContext, { webhooks }: ApiParts) => ({
  ...createBehaviours(webhooks),
  ...(isHosted ? toBehaviours(createInvitationBehaviours(drawLinkSecret)) : {}),
});

/**
 * Requests refused before authentication belong to no sandbox. If there is a default organization, its switches apply:
 * a user who tests an alternative 401 challenge is alone on the machine.
 */
const toAssumedIn = (
  { register }: RuntimeContext,
  { known: { usual }, persistence: { sandboxes } }: ApiParts,
): NonNullable<EngineOptions['assumedIn']> => {
  const outside = (): Assumed => sandboxes.inUse.get(usual?.uuid ?? '')?.assumed ?? register.initial;
  return (sandbox) => sandbox?.assumed ?? outside();
};
/** Explanations come from the journal; on a hosted server, exchanges without an organization are shown to no client. */
const toExplanation =
  ({ isHosted }: RuntimeContext): NonNullable<EngineOptions['explanationOf']> =>
  ({ id, request, caller, sandbox }) =>
    isHosted && caller === undefined && sandbox === undefined
      ? undefined
      : `${request.origin}${ADMIN_PATH}/requests/${id}/explain`;

type FindSandboxParts = Pick<ApiParts, 'known' | 'persistence'>;

/** The sandbox of the caller's organization; a public operation uses the sandbox that its link names, or as any call does. */
const toFindSandbox =
  ({ known: { clients }, persistence: { sandboxes } }: FindSandboxParts, isForeign = false): FindSandbox =>
  ({ pathParameters }, caller) => {
    if (caller?.organization !== undefined) return sandboxes.of(caller.organization);
    const owner = isForeign ? undefined : clients.findBySandbox(sandboxOfLink(pathParameters['token']) ?? '');
    return owner === undefined ? undefined : sandboxes.of(owner);
  };
