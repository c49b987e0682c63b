import { toSentence } from '../../kernel/sentence.ts';
import { problem } from '../../engine/problems/problem.ts';
import { suggest } from '../../engine/matching/nearest.ts';
import type { ClientDirectory } from '../../identity/client-directory.ts';
import type { Organization } from '../../identity/organization.ts';
import type { CreatedSandboxes, Creation } from './created-sandboxes.ts';
import type { SandboxWish } from './make-sandbox.ts';
import { organizationOfFork } from '../state/organization-in.ts';
import type { ReadyMade } from '../state/ready-made.ts';
import type { Snapshots } from '../state/snapshots.ts';
import type { States } from '../state/states.ts';

/** Options of a sandbox that starts with the state of another, or a ready-made one. */
export interface ForkOptions extends SandboxWish {
  /** A sandbox, a snapshot of the caller's sandbox or of a named sandbox, or a ready-made one. */
  readonly from: NonNullable<SandboxWish['from']>;
}

/** The caller: an operator may use every sandbox, a client only that of its own organization. */
export interface Requester {
  readonly isOperator: boolean;
  readonly organization: Organization | undefined;
}

interface ForkParts {
  readonly states: States;
  readonly created: CreatedSandboxes;
  readonly clients: ClientDirectory;
  readonly snapshots: Snapshots;
  readonly readyMade: Pick<ReadyMade, 'beginningOf'>;
  /** Owner of the snapshots if the caller has no organization: the first organization. */
  readonly usual: Organization | undefined;
}

/** Options determined by the source of the fork. */
const FIXED = ['sellers', 'seed', 'fixtures'] as const;

const NAME_KEPT = 60;

/** Creates an independent copy of a sandbox, with its sellers, state, seed and clock. */
export const createForker =
  ({ states, created, clients, snapshots, readyMade, usual }: ForkParts) =>
  async ({ from, ...wish }: ForkOptions, requester: Requester): Promise<Creation> => {
    const snapshot = typeof from === 'string' ? from : from.snapshot;
    const beginning = snapshot === undefined ? undefined : await readyMade.beginningOf(snapshot);
    if (beginning !== undefined) {
      const capabilities = { ...beginning.capabilities, ...wish.capabilities };
      return created.create({ ...beginning, ...wish, capabilities });
    }
    const fixed = FIXED.filter((member) => wish[member] !== undefined);
    if (fixed.length > 0)
      throw problem('validation-error', {
        detail: `A fork takes its sellers, seed and records from its source: omit ${fixed.join(', ')}, or "from".`,
        errors: fixed.map((field) => ({
          field,
          message: 'cannot be combined with "from"',
          rejectedValue: wish[field],
        })),
      });

    const visible = (id: string): Organization | undefined =>
      requester.isOperator || requester.organization?.sandbox === id ? clients.findBySandbox(id) : undefined;

    const originOf = async (owner: Organization, snapshot?: string) => ({
      owner,
      whole: await states.read(owner, snapshot),
    });

    const find = async () => {
      const own = requester.organization ?? usual;
      if (typeof from === 'string') {
        const owner = visible(from);
        if (owner !== undefined) return originOf(owner);
        if (own !== undefined && (await snapshots.list(own)).some(({ name }) => name === from))
          return originOf(own, from);
        throw await unknown(from, own);
      }
      const owner = from.sandbox === undefined ? own : visible(from.sandbox);
      if (owner === undefined) throw await unknown(from.sandbox ?? '', own);
      return originOf(owner, from.snapshot);
    };

    const unknown = async (name: string, own: Organization | undefined): Promise<Error> => {
      const ids = requester.isOperator ? clients.organizations().map(({ sandbox }) => sandbox) : [];
      return problem('not-found', {
        detail: `There is neither a sandbox "${name.slice(0, 64)}" nor a snapshot of this name of the caller's own sandbox: ${toSentence(suggest(name, [...ids, ...(await snapshots.names(own))]))}`,
      });
    };

    const { owner: former, whole } = await find();
    const { organization: owner, state } = organizationOfFork(clients.beginningOf(former.sandbox) ?? former, whole);
    const creation = await created.create({
      name: `Fork of ${owner.name}`.slice(0, NAME_KEPT),
      rateLimitTier: owner.rateLimitTier,
      dpaAccepted: owner.dpaAccepted,
      ...wish,
      capabilities: { ...owner.capabilities, ...wish.capabilities },
      sellers: owner.sellers,
      seed: state.seed,
      fixtures: created.find(owner.sandbox)?.withFixtures ?? true,
      ...(owner.persona === undefined ? {} : { persona: owner.persona }),
    });
    // Its first visitor has filled it.
    if (creation.clients.length === 0) return creation;
    try {
      await states.place(creation.organization, state);
      return creation;
    } catch (error) {
      await created.drop(creation.organization.sandbox);
      throw error;
    }
  };
