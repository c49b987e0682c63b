import { packageVersion } from '../../edges/files/package-files.ts';
import { type Evidence, type GradedLevel, gradeLevel, usedIn } from './grade.ts';
import type { Profile } from './profile.ts';

/** What `vatmock certify` writes, in JSON and for people. Nothing in it depends on the machine or on real time. */
export interface Certificate {
  readonly certificate: 'vatmock client certificate';
  /** The highest level that was reached with all below it; null if none was. */
  readonly level: string | null;
  readonly tested: {
    /** What ran the client's tests. */
    readonly command: string;
    readonly vatmock: string;
    /** Of the API. */
    readonly description: string;
    readonly profile: number;
    readonly seed: string;
    /** When the clock of each sandbox began. */
    readonly sandboxTime: string;
    /** For each, the command ran, for that of the switches perhaps several times. */
    readonly runs: readonly string[];
    readonly operationsUsed: readonly string[];
    /** Switches that were turned, as `id=alternative`. */
    readonly switchesTurned: readonly string[];
  };
  readonly levels: readonly GradedLevel[];
  readonly doesNotProve: readonly string[];
}

export const toCertificate = (
  profile: Profile,
  runs: ReadonlyMap<string, Evidence>,
  { command, seed, description }: { readonly command: string; readonly seed: string; readonly description: string },
): Certificate => {
  const [plain] = runs.values();
  const used = plain === undefined ? new Set<string>() : usedIn(plain);
  const levels = profile.levels.map((level) => gradeLevel(level, runs, used));
  const missed = levels.findIndex(({ isReached }) => !isReached);
  return {
    certificate: 'vatmock client certificate',
    level: (missed === -1 ? levels.at(-1) : levels[missed - 1])?.level ?? null,
    tested: {
      command,
      ...{ vatmock: packageVersion(), description, profile: profile.version, seed, sandboxTime: profile.startsAt },
      runs: [...runs.keys()],
      operationsUsed: [...used].filter((name) => name !== 'writes').sort(),
      switchesTurned: [...runs.values()].flatMap(({ turned }) => turned),
    },
    levels,
    doesNotProve: profile.doesNotProve,
  };
};
