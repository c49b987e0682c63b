import { suggest } from '../../engine/matching/nearest.ts';
import { problem } from '../../engine/problems/problem.ts';
import type { ClientDirectory } from '../../identity/client-directory.ts';
import type { Organization } from '../../identity/organization.ts';
import { toSentence } from '../../kernel/sentence.ts';
import type { ManagedSandboxes, NewSandboxOptions } from '../sandboxes/managed-sandboxes.ts';
import type { Snapshots } from '../state/snapshots.ts';

/** What a visitor's sandbox begins with. */
export type VisitorStart =
  | 'fixtures'
  | { readonly snapshot: { readonly sandbox: string; readonly snapshot: string } }
  | { readonly persona: string }
  | { readonly storyboard: string }
  /** An existing sandbox as it is, such as the one in which a storyboard is played. */
  | { readonly sandbox: string };

/** Something by whose name a sandbox can begin. */
export interface NamedStarts {
  readonly names: () => Promise<readonly string[]>;
}

export interface StoryboardStarts extends NamedStarts {
  /** Brings a new sandbox there. */
  readonly begin: (owner: Organization, name: string) => Promise<void>;
}

export type VisitorStarts = ReturnType<typeof createVisitorStarts>;

interface VisitorStartsParts {
  readonly clients: Pick<ClientDirectory, 'findBySandbox' | 'organizations'>;
  readonly snapshots: Pick<Snapshots, 'list'>;
  readonly sandboxes: Pick<ManagedSandboxes, 'create' | 'drop'>;
  readonly personas: NamedStarts;
  readonly storyboards: StoryboardStarts;
}

/** A link was made by the operator, whose sandboxes and snapshots it may name. */
const OPERATOR = { isOperator: true, organization: undefined };

export const createVisitorStarts = (parts: VisitorStartsParts) => {
  const { clients, snapshots, sandboxes } = parts;

  /** Undefined for a start without a name. */
  const namedIn = (
    start: VisitorStart,
  ): { kind: 'persona' | 'storyboard'; name: string; among: NamedStarts } | undefined => {
    if (start === 'fixtures' || 'snapshot' in start || 'sandbox' in start) return undefined;
    return 'persona' in start
      ? { kind: 'persona', name: start.persona, among: parts.personas }
      : { kind: 'storyboard', name: start.storyboard, among: parts.storyboards };
  };

  const findSandbox = (sandbox: string, field: string): Organization => {
    const owner = clients.findBySandbox(sandbox);
    if (owner !== undefined) return owner;
    const names = clients.organizations().map((one) => one.sandbox);
    throw unknown(field, 'sandbox', sandbox, names);
  };

  const checkSnapshot = async ({ sandbox, snapshot }: { sandbox: string; snapshot: string }): Promise<void> => {
    const owner = findSandbox(sandbox, 'start.snapshot.sandbox');
    const names = (await snapshots.list(owner)).map(({ name }) => name);
    if (!names.includes(snapshot)) throw unknown('start.snapshot.snapshot', 'snapshot', snapshot, names);
  };

  return {
    /** Throws 422 for a start that does not exist. */
    check: async (start: VisitorStart) => {
      const named = namedIn(start);
      if (named !== undefined) {
        const { kind, name, among } = named;
        const names = await among.names();
        if (!names.includes(name)) throw unknown(`start.${kind}`, kind, name, names);
      } else if (typeof start === 'object' && 'snapshot' in start) await checkSnapshot(start.snapshot);
      else if (typeof start === 'object' && 'sandbox' in start) findSandbox(start.sandbox, 'start.sandbox');
    },
    /** Makes a sandbox that begins with it; `link` is the id of the link. */
    make: async (
      start: VisitorStart,
      { name, ...visitor }: { readonly name: string; readonly link?: string },
    ): Promise<Organization> => {
      if (typeof start === 'object' && 'sandbox' in start) return findSandbox(start.sandbox, 'start.sandbox');
      const { organization } = await sandboxes.create({ ...beginningOf(start, name), visitor }, OPERATOR);
      if (typeof start === 'string' || !('storyboard' in start)) return organization;
      try {
        await parts.storyboards.begin(organization, start.storyboard);
        return organization;
      } catch (error) {
        await sandboxes.drop(organization.sandbox);
        throw error;
      }
    },
    /** Drops a sandbox that was made in vain. */
    drop: sandboxes.drop,
  };
};

/** The organization of a persona keeps its own name. */
const beginningOf = (start: VisitorStart, name: string): NewSandboxOptions => {
  if (typeof start === 'string') return { name };
  if ('persona' in start) return { persona: start.persona };
  return 'snapshot' in start ? { name, from: start.snapshot } : { name };
};

const unknown = (field: string, kind: string, name: string, names: readonly string[]): Error => {
  const remedy = names.length === 0 ? `this server has no ${kind}s` : toSentence(suggest(name, [...names]));
  return problem('validation-error', {
    detail: `There is no ${kind} "${name}": ${remedy}`,
    errors: [{ field, message: `is no ${kind} of this server`, rejectedValue: name }],
  });
};
