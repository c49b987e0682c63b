import { packageVersion } from '../../edges/files/package-files.ts';
import type { CertificateFile } from '../../generated/certificate-file.ts';
import { type Evidence, type Grade, type GradedCheck, type GradedLevel, gradeCheck } from './grade.ts';

/** What `vatmock certify` writes. Nothing in it depends on the machine or on real time. */
export type Certificate = ReturnType<typeof toCertificate>;

export const toCertificate = (
  profile: CertificateFile,
  runs: ReadonlyMap<string, Evidence>,
  tested: { readonly command: string; readonly seed: string; readonly description: string },
) => {
  const [plain] = runs.values();
  const levels: GradedLevel[] = [];
  for (const { checks, ...level } of profile.levels) {
    const graded = plain === undefined ? [] : checks.map((check) => gradeCheck(check, runs.get(check.run), plain));
    levels.push({ ...level, reached: graded.every(isMet) && levels.every(({ reached }) => reached), checks: graded });
  }
  return {
    certificate: 'vatmock client certificate',
    /** The highest that was reached. */
    level: levels.findLast(({ reached }) => reached)?.level ?? null,
    tested: {
      ...tested,
      vatmock: packageVersion(),
      profile: profile.version,
      sandboxTime: profile.startsAt,
      operationsUsed: [...new Set(plain?.exchanges.flatMap(({ operationId }) => operationId ?? []))].sort(),
      switchesTurned: [...runs.values()].flatMap(({ turned }) => turned),
    },
    levels,
    doesNotProve: profile.doesNotProve,
  };
};

const isMet = ({ grade }: GradedCheck): boolean => grade === 'passed' || grade === 'not applicable';

const GRADES: readonly Grade[] = ['passed', 'failed', 'not exercised', 'not applicable'];

/** For example `7 passed, 1 failed`. */
export const summaryOf = ({ checks, reached }: GradedLevel): string => {
  const counts = GRADES.map((grade) => [checks.filter((check) => check.grade === grade).length, grade] as const);
  const isBelow = !reached && checks.every(isMet);
  return [
    ...counts.filter(([count]) => count > 0).map((count) => count.join(' ')),
    ...(isBelow ? ['but the level below is not reached'] : []),
  ].join(', ');
};
