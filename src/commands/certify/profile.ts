import { packageFile } from '../../edges/files/package-files.ts';
import { readNamedText } from '../../edges/files/load-yaml.ts';
import { readYamlHere } from '../../edges/files/read-yaml.ts';
import type { ScenarioFile } from '../../generated/scenario-file.ts';

/** One execution of the client's tests. */
export interface ProfileRun {
  readonly run: string;
  readonly title: string;
  /** Ready ones, and those of the profile. */
  readonly scenarios?: readonly string[];
  readonly assume?: Readonly<Record<string, string>>;
  /** How many of each fixture the sandbox holds besides its own. */
  readonly fixtures?: Readonly<Record<string, number>>;
  /** How far the sandbox's clock is ahead. */
  readonly ahead?: string;
  readonly trials?: true;
  readonly switches?: Readonly<Record<string, string>>;
}

/** What must be as it should in one run; each member is one thing to look at. */
export interface ProfileCheck {
  readonly check: string;
  readonly tested: string;
  readonly run: string;
  /** Does not apply to a client that uses none of these operations; `writes` are all that change something. */
  readonly uses?: readonly string[];
  /** For what has no remedy of its own. */
  readonly remedy?: string;
  readonly tests?: true;
  readonly refusals?: readonly string[];
  readonly answered?: true;
  readonly findings?: readonly string[] | 'all';
  /** A status that a scenario answers with, or that it loses the response. */
  readonly recovers?: number | 'lost';
  readonly scenario?: string;
  readonly deliveries?: true;
  readonly trials?: readonly string[];
  readonly switches?: true;
  readonly pages?: readonly string[];
}

export interface ProfileLevel {
  readonly level: string;
  readonly title: string;
  readonly promise: string;
  readonly checks: readonly ProfileCheck[];
}

export interface Profile {
  readonly version: number;
  readonly startsAt: string;
  readonly runs: readonly ProfileRun[];
  readonly scenarios: readonly ScenarioFile[];
  readonly levels: readonly ProfileLevel[];
  readonly doesNotProve: readonly string[];
}

export const loadProfile = async (): Promise<Profile> => {
  const file = packageFile('spec', 'certificate.yaml');
  const { value } = await readYamlHere(await readNamedText(file), file, Infinity);
  return value as unknown as Profile;
};
