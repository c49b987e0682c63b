import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { type FixtureFlaw, findFlaws } from '../../vat/fixtures/find-flaws.ts';
import type { BuyerFixture, FixtureSet, InvitationFixture, OrderFixture, Origin } from '../../vat/fixtures/fixture.ts';
import { loadYaml } from './load-yaml.ts';
import { packageFile } from './package-files.ts';

export const FIXTURES_FOLDER = packageFile('fixtures');

/** What a sandbox starts with, and whether it keeps the ids that are declared. */
export interface Casting {
  readonly set: string;
  readonly fixesIds: boolean;
}

/** Which sandbox starts with which set of fixtures. */
export interface Castings {
  /** Undefined for a sandbox that starts empty. */
  readonly of: (sandbox: string) => Casting | undefined;
  /** Every set that is named. */
  readonly sets: readonly string[];
}

export const loadCastings = async (folder = FIXTURES_FOLDER): Promise<Castings> => {
  const { sandboxes, otherwise } = await loadYaml<SetsFile>(
    path.join(folder, 'sets.yaml'),
    await readSchema('sets.schema.json'),
  );
  const named = new Map(Object.entries(sandboxes));
  const toCasting = ({ set, ids }: SetChoice): Casting | undefined =>
    set === 'none' ? undefined : { set, fixesIds: ids === 'fixed' };
  const sets = [...named.values(), otherwise].map(({ set }) => set).filter((set) => set !== 'none');
  return {
    of: (sandbox) => toCasting(named.get(sandbox) ?? otherwise),
    sets: [...new Set(sets)],
  };
};

interface SetsFile {
  readonly sandboxes: Readonly<Record<string, SetChoice>>;
  readonly otherwise: SetChoice;
}

interface SetChoice {
  readonly set: string;
  readonly ids?: 'fixed' | 'drawn';
}

/** All files of a set: each checked by itself, and then all of them against each other. */
export const loadFixtureSet = async (set: string, folder = FIXTURES_FOLDER): Promise<FixtureSet> => {
  const schema = await readSchema('fixtures.schema.json');
  const names = (await readdir(path.join(folder, set))).filter((name) => name.endsWith('.yaml')).sort();
  const files = names.map((name) => path.join(folder, set, name));
  const parts = await Promise.all(
    files.map(async (file) => toFixtures(file, await loadYaml<FixturesFile>(file, schema))),
  );
  const fixtures: FixtureSet = {
    buyers: parts.flatMap(({ buyers }) => buyers),
    orders: parts.flatMap(({ orders }) => orders),
    invitations: parts.flatMap(({ invitations }) => invitations),
  };
  const [flaw, ...others] = findFlaws(fixtures);
  if (flaw !== undefined) await complain(flaw, others);
  return fixtures;
};

type Undeclared<T> = T extends unknown ? Omit<T, 'origin' | 'kind'> : never;

interface FixturesFile {
  readonly buyers?: readonly Undeclared<BuyerFixture>[];
  readonly orders?: readonly Undeclared<OrderFixture>[];
  readonly kycInvitations?: readonly Undeclared<Extract<InvitationFixture, { readonly kind: 'KYC' }>>[];
  readonly prospectInvitations?: readonly Undeclared<Extract<InvitationFixture, { readonly kind: 'PROSPECT' }>>[];
}

const toFixtures = (file: string, content: FixturesFile): FixtureSet => {
  const declared = <T>(key: keyof FixturesFile, fixtures: readonly T[] = []): (T & { readonly origin: Origin })[] =>
    fixtures.map((fixture, index) => ({ ...fixture, origin: { file, path: [key, index] } }));
  return {
    buyers: declared('buyers', content.buyers),
    orders: declared('orders', content.orders),
    invitations: [
      ...declared('kycInvitations', content.kycInvitations).map((each) => ({ ...each, kind: 'KYC' as const })),
      ...declared('prospectInvitations', content.prospectInvitations).map((each) => ({
        ...each,
        kind: 'PROSPECT' as const,
      })),
    ],
  };
};

const readSchema = async (name: string): Promise<object> =>
  JSON.parse(await readFile(path.join(FIXTURES_FOLDER, name), 'utf8')) as object;

/** Throws what is wrong with a file, with the line and column of each flaw. */
export const complain = async (flaw: FixtureFlaw, others: readonly FixtureFlaw[] = []): Promise<never> => {
  const { file } = flaw.origin;
  const flaws = [flaw, ...others.filter(({ origin }) => origin.file === file)];
  await loadYaml(file, {}, () => flaws.map(({ origin, message }) => ({ path: origin.path, message })));
  throw new Error(`${file} has changed while it was read`);
};
