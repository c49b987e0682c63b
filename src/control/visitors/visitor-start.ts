import { suggest } from '../../engine/matching/nearest.ts';
import { invalidMember } from '../../engine/problems/problem.ts';
import type { SandboxCreate, VisitorStart } from '../../generated/control-schemas.ts';
import type { ClientDirectory } from '../../identity/client-directory.ts';
import type { Organization } from '../../identity/organization.ts';
import { toSentence } from '../../kernel/sentence.ts';
import type { SandboxWish } from '../sandboxes/make-sandbox.ts';
import type { ManagedSandboxes } from '../sandboxes/managed-sandboxes.ts';
import type { Snapshots } from '../state/snapshots.ts';

/** By names: those that there are. */
type Names = () => Promise<readonly string[]>;

export type VisitorStarts = ReturnType<typeof createVisitorStarts>;

/** A link was made by the operator, whose sandboxes and snapshots it may name. */
const OPERATOR = { isOperator: true, organization: undefined };

export const createVisitorStarts = ({
  clients,
  snapshots,
  sandboxes,
  storyboards,
}: {
  readonly clients: ClientDirectory;
  readonly snapshots: Snapshots;
  readonly sandboxes: ManagedSandboxes;
  readonly storyboards: {
    readonly names: Names;
    /** Brings a new sandbox there. */
    readonly begin: (owner: Organization, name: string) => Promise<void>;
  };
}) => {
  const findSandbox = (sandbox: string, field: string): Organization => {
    const owner = clients.findBySandbox(sandbox);
    if (owner !== undefined) return owner;
    const names = clients.organizations().map((one) => one.sandbox);
    throw unknown(field, 'sandbox', sandbox, names);
  };

  return {
    /** Throws 422 for a start that does not exist. */
    check: async (start: VisitorStart): Promise<void> => {
      if (start === 'fixtures') return;
      if ('sandbox' in start) findSandbox(start.sandbox, 'start.sandbox');
      else if ('storyboard' in start)
        checkName('start.storyboard', 'storyboard', start.storyboard, await storyboards.names());
      else if (typeof start.snapshot === 'string')
        checkName('start.snapshot', 'ready-made snapshot', start.snapshot, await snapshots.names(undefined));
      else {
        const { sandbox, snapshot } = start.snapshot;
        const owner = findSandbox(sandbox, 'start.snapshot.sandbox');
        checkName('start.snapshot.snapshot', 'snapshot', snapshot, await snapshots.names(owner));
      }
    },
    /** Makes a sandbox that begins with it; the one that visitors share may exist already. `link` is the id of the link. */
    make: async (
      start: VisitorStart,
      { name, ...visitor }: { readonly name: string } & NonNullable<SandboxWish['visitor']>,
    ): Promise<{ readonly sandbox: string; readonly isNew: boolean }> => {
      if (typeof start === 'object' && 'sandbox' in start)
        return { sandbox: findSandbox(start.sandbox, 'start.sandbox').sandbox, isNew: false };
      const { organization, clients: made } = await sandboxes.create(
        { ...beginningOf(start, name), visitor },
        OPERATOR,
      );
      const { sandbox } = organization;
      const isNew = made.length > 0;
      if (!isNew || typeof start === 'string' || !('storyboard' in start)) return { sandbox, isNew };
      try {
        await storyboards.begin(organization, start.storyboard);
        return { sandbox, isNew };
      } catch (error) {
        await sandboxes.drop(sandbox);
        throw error;
      }
    },
    /** Drops a sandbox that was made in vain. */
    drop: sandboxes.drop,
  };
};

/** The organization of a ready-made snapshot keeps its own name. */
const beginningOf = (start: VisitorStart, name: string): SandboxCreate => {
  if (typeof start === 'string' || !('snapshot' in start)) return { name };
  const { snapshot } = start;
  return typeof snapshot === 'string' ? { from: { snapshot } } : { name, from: snapshot };
};

const checkName = (field: string, kind: string, name: string, names: readonly string[]): void => {
  if (!names.includes(name)) throw unknown(field, kind, name, names);
};

const unknown = (field: string, kind: string, name: string, names: readonly string[]): Error => {
  const remedy = names.length === 0 ? `this server has no ${kind}s` : toSentence(suggest(name, [...names]));
  return invalidMember(field, `is no ${kind} of this server`, name, `There is no ${kind} "${name}": ${remedy}`);
};
