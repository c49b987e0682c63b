import type { CheckFile, LevelFile } from '../../generated/certificate-file.ts';
import type { WholeExchange } from '../../generated/control-schemas.ts';
import { counted } from '../../kernel/sentence.ts';
import type { ScenarioOutcome } from '../test/outcome.ts';
import { formatEnd, isSuccess } from '../test/run-child.ts';

/** Why a check has its grade. */
export interface Reason {
  readonly finding: string;
  readonly place?: string | undefined;
  readonly remedy?: string | undefined;
}

/** What a run has shown. */
export interface Evidence extends Pick<ScenarioOutcome, 'report' | 'findings'> {
  readonly command: NonNullable<ScenarioOutcome['command']>;
  /** Oldest first. */
  readonly exchanges: readonly WholeExchange[];
  /** By name, what the webhook receiver did wrong; absent where nothing was posted. */
  readonly trials: ReadonlyMap<string, readonly Reason[]>;
  /** Switches that were turned, and those under which the tests failed, as `id=alternative`. */
  readonly turned: readonly string[];
  readonly failedUnder: readonly string[];
}

export type Grade = 'passed' | 'failed' | 'not exercised' | 'not applicable';

export interface GradedCheck extends Pick<CheckFile, 'check' | 'tested'> {
  readonly grade: Grade;
  readonly reasons: readonly Reason[];
}

export interface GradedLevel extends Omit<LevelFile, 'checks'> {
  /** With all levels below it. */
  readonly reached: boolean;
  readonly checks: readonly GradedCheck[];
}

const PAGING = ['page', 'size', 'sort'];

/** What the client uses, in the words of the profile: each operation, and how. */
export const usedIn = ({ exchanges }: Evidence): ReadonlySet<string> =>
  new Set(
    exchanges.flatMap(({ operationId, method, request: { query } }) => [
      String(operationId),
      ...(method === 'GET' ? [] : ['operations that write']),
      ...(Object.keys(query).every((name) => PAGING.includes(name)) ? [`${String(operationId)} without a filter`] : []),
    ]),
  );

export const concerns = ({ uses }: CheckFile, used: ReadonlySet<string>): boolean =>
  uses?.some((operation) => used.has(operation)) ?? true;

/** `plain` is the run in which nothing is out of the ordinary. */
export const gradeCheck = (check: CheckFile, run: Evidence | undefined, plain: Evidence): GradedCheck => {
  const named = { check: check.check, tested: check.tested };
  const { uses = [] } = check;
  if (run === undefined || !concerns(check, usedIn(plain)))
    return {
      ...named,
      grade: 'not applicable',
      reasons: [{ finding: `The client never calls ${uses.join(' or ')}.` }],
    };
  const seen = run.exchanges.length === 0 ? [SILENCE] : LOOKS.flatMap((look) => look(check, run, plain));
  const faults = seen.filter((one) => typeof one !== 'string').map((fault) => ({ remedy: check.remedy, ...fault }));
  if (faults.length > 0) return { ...named, grade: 'failed', reasons: distinct(faults) };
  const missing = seen.filter((one) => typeof one === 'string').map((finding) => ({ finding }));
  return { ...named, grade: missing.length > 0 ? 'not exercised' : 'passed', reasons: distinct(missing) };
};

/** A client may make one mistake a thousand times. */
const MOST_REASONS = 10;

const distinct = (reasons: readonly Reason[]): readonly Reason[] =>
  [...new Map(reasons.map((reason) => [JSON.stringify(reason), reason])).values()].slice(0, MOST_REASONS);

/** Faults, and in words what there was not to look at. */
type Seen = readonly (Reason | string)[];

/** In `refusals`: of a path or method that the description does not have. */
const NO_OPERATION = 'no operation';

const isAmong = (wanted: readonly string[], name: string): boolean => wanted.includes('*') || wanted.includes(name);

const placeOf = ({ method, path, operationId }: WholeExchange): string => `${method} ${operationId ?? path}`;

const SILENCE = 'The client sent no request. Does it use VATMOCK_BASE_URL and VATMOCK_TOKEN_URL?';
const FAILS_ANYWAY = 'The tests of the client fail where nothing is out of the ordinary.';

/** Each looks at one member of a check, and sees nothing if the check does not have it. */
const LOOKS: readonly ((check: CheckFile, run: Evidence, plain: Evidence) => Seen)[] = [
  ({ tests }, run, plain) => {
    if (tests === undefined) return [];
    if (run !== plain && !isSuccess(plain.command)) return [FAILS_ANYWAY];
    return isSuccess(run.command) ? [] : [{ finding: `The command of the tests ${formatEnd(run.command)}.` }];
  },

  ({ refusals = [] }, { exchanges }) =>
    exchanges
      .filter(({ operationId, problemType }) =>
        isAmong(refusals, operationId === null ? NO_OPERATION : String(problemType)),
      )
      .map((exchange) => ({
        finding: `${exchange.status} ${String(exchange.problemType)}: ${String(exchange.reason)}`,
        place: placeOf(exchange),
      })),

  ({ answered }, { exchanges }) => {
    const successes = exchanges.filter(({ status }) => status < 400).map(({ operationId }) => operationId);
    return exchanges
      .filter(({ operationId }) => answered === true && operationId !== null && !successes.includes(operationId))
      .map((exchange) => ({ finding: 'No call of this operation succeeded.', place: placeOf(exchange) }));
  },

  ({ findings: rules = [] }, { findings }) =>
    findings
      .filter(({ rule, certain }) => certain && isAmong(rules, rule))
      .map(({ title, subject, remedy }) => ({ finding: `${title}.`, place: subject, remedy })),

  ({ recovers }, { exchanges }) => {
    if (recovers === undefined) return [];
    const hits = exchanges.filter(({ status, source, lost }) =>
      recovers === 'lost' ? lost : source === 'scenario' && status === recovers,
    );
    if (hits.length === 0)
      return [`None of ${counted(exchanges.length, 'request')} met it: the tests must make more calls.`];
    return hits
      .filter((hit) => !exchanges.slice(exchanges.indexOf(hit) + 1).some((later) => hasRecovered(hit, later)))
      .map((hit) => ({ finding: 'The same request did not get through afterwards.', place: placeOf(hit) }));
  },

  ({ expectations: isWanted }, { report: { scenario, expectations }, exchanges }) => {
    if (isWanted === undefined) return [];
    if (!exchanges.some(({ scenarios }) => scenarios.includes(scenario))) return ['No request met it.'];
    return expectations
      .filter(({ verdict }) => verdict !== 'met')
      .map(({ wanted, came }) => ({ finding: `Expected ${wanted}, but ${came}.` }));
  },

  ({ trials: names = [] }, { trials }) =>
    names.flatMap((name): Seen => trials.get(name) ?? ['No event was due while the receiver was up.']),

  ({ switches = [] }, { failedUnder }, plain) =>
    switches.length > 0 && !isSuccess(plain.command)
      ? [FAILS_ANYWAY]
      : failedUnder
          .filter((place) => isAmong(switches, place.split('=')[0] ?? ''))
          .map((place) => ({ finding: 'The tests of the client fail with this switch.', place })),
];

/** The same request under the same key has reached the service, which may have refused it for good. */
const hasRecovered = (hit: WholeExchange, { status, lost, ...later }: WholeExchange): boolean =>
  later.method === hit.method &&
  later.path === hit.path &&
  later.request.headers['idempotency-key'] === hit.request.headers['idempotency-key'] &&
  !(lost || status >= 500 || status === 401 || status === 429);
