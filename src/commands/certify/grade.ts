import type { Finding, ScenarioReport, WholeExchange } from '../../generated/control-schemas.ts';
import { type ChildEnd, formatEnd, isSuccess } from '../test/run-child.ts';
import type { ProfileCheck, ProfileLevel } from './profile.ts';

/** What a run has shown. */
export interface Evidence {
  readonly end: ChildEnd;
  /** Oldest first. */
  readonly exchanges: readonly WholeExchange[];
  /** Those that a correct client cannot cause. */
  readonly findings: readonly Finding[];
  readonly reports: readonly ScenarioReport[];
  /** How many deliveries were attempted. */
  readonly deliveries: number;
  /** By name; those that were not played are absent. */
  readonly trials: ReadonlyMap<string, { readonly isRight: boolean; readonly outcome: string; readonly rule: string }>;
  /** Switches that were turned, and those under which the client failed, as `id=alternative`. */
  readonly turned: readonly string[];
  readonly failedUnder: readonly string[];
}

export type Grade = 'passed' | 'failed' | 'not exercised' | 'not applicable';

/** Why a check has its grade. */
export interface Reason {
  readonly finding: string;
  readonly place?: string | undefined;
  readonly remedy?: string | undefined;
}

export interface GradedCheck extends Pick<ProfileCheck, 'check' | 'tested'> {
  readonly grade: Grade;
  readonly reasons: readonly Reason[];
}

export interface GradedLevel extends Omit<ProfileLevel, 'checks'> {
  readonly isReached: boolean;
  readonly checks: readonly GradedCheck[];
}

/** The operations that the client uses, and `writes` if one of them changes something. */
export const usedIn = ({ exchanges }: Evidence): ReadonlySet<string> =>
  new Set(
    exchanges.flatMap(({ operationId, method }) => [
      ...(operationId === null ? [] : [operationId]),
      ...(method === 'GET' ? [] : ['writes']),
    ]),
  );

export const concerns = ({ uses }: ProfileCheck, used: ReadonlySet<string>): boolean =>
  uses?.some((operation) => used.has(operation)) ?? true;

export const gradeLevel = (
  { checks, ...level }: ProfileLevel,
  runs: ReadonlyMap<string, Evidence>,
  used: ReadonlySet<string>,
): GradedLevel => {
  const graded = checks.map((check) => gradeCheck(check, runs.get(check.run), used));
  return {
    ...level,
    isReached: graded.every(({ grade }) => grade === 'passed' || grade === 'not applicable'),
    checks: graded,
  };
};

const gradeCheck = (check: ProfileCheck, run: Evidence | undefined, used: ReadonlySet<string>): GradedCheck => {
  const named = { check: check.check, tested: check.tested };
  if (!concerns(check, used) || run === undefined) {
    const finding = `The client never calls ${(check.uses ?? []).join(' or ').replace('writes', 'an operation that changes something')}.`;
    return { ...named, grade: 'not applicable', reasons: [{ finding }] };
  }
  const looks = LOOKS.flatMap((look) => look(check, run) ?? []);
  const faults = looks.flatMap((seen) => (typeof seen === 'string' ? [] : [{ remedy: check.remedy, ...seen }]));
  if (faults.length > 0) return { ...named, grade: 'failed', reasons: distinct(faults) };
  const idle = looks.flatMap((seen) => (typeof seen === 'string' ? [{ finding: seen }] : []));
  return { ...named, grade: idle.length > 0 ? 'not exercised' : 'passed', reasons: distinct(idle) };
};

/** A client may make one mistake a thousand times. */
const MOST_REASONS = 10;

const distinct = (reasons: readonly Reason[]): readonly Reason[] =>
  [...new Map(reasons.map((reason) => [JSON.stringify(reason), reason])).values()].slice(0, MOST_REASONS);

/** Faults, and in words what was not there to look at. Undefined: the check does not ask for it. */
type Look = (check: ProfileCheck, run: Evidence) => readonly (Reason | string)[] | undefined;

const placeOf = ({ method, path, operationId }: WholeExchange): string => `${method} ${operationId ?? path}`;

const SILENCE = 'The client sent no request. Does it use VATMOCK_BASE_URL and VATMOCK_TOKEN_URL?';

const LOOKS: readonly Look[] = [
  ({ tests }, { end, exchanges }) => {
    if (tests === undefined) return undefined;
    if (!isSuccess(end)) return [{ finding: `The command ${formatEnd(end)}.` }];
    return exchanges.length === 0 ? [SILENCE] : [];
  },

  ({ refusals }, { exchanges }) =>
    refusals &&
    exchanges.flatMap((exchange) => {
      const { operationId, status, problemType, reason } = exchange;
      const isWrong = operationId === null ? status === 404 : refusals.includes(problemType ?? '');
      if (!isWrong || exchange.scenarios.length > 0) return [];
      return [{ finding: `${String(status)} ${problemType ?? ''}: ${reason ?? 'refused'}`, place: placeOf(exchange) }];
    }),

  ({ answered }, { exchanges }) => {
    if (answered === undefined) return undefined;
    if (exchanges.length === 0) return [SILENCE];
    const succeeded = new Set(exchanges.filter(({ status }) => status < 400).map(({ operationId }) => operationId));
    return exchanges
      .filter(({ operationId }) => operationId !== null && !succeeded.has(operationId))
      .map((exchange) => ({ finding: 'No call of this operation succeeded.', place: placeOf(exchange) }));
  },

  ({ findings: rules }, { findings }) =>
    rules &&
    findings
      .filter(({ rule }) => rules === 'all' || rules.includes(rule))
      .map(({ title, subject, remedy }) => ({ finding: `${title}.`, place: subject, remedy })),

  ({ recovers }, { exchanges }) => {
    if (recovers === undefined) return undefined;
    const hits = exchanges.flatMap((one, index) =>
      one.scenarios.length > 0 && (recovers === 'lost' ? one.lost : one.status === recovers)
        ? [{ one, later: exchanges.slice(index + 1) }]
        : [],
    );
    if (hits.length === 0)
      return [`The tests sent ${String(exchanges.length)} requests, too few to meet it, or none that it concerns.`];
    return hits
      .filter(({ one, later }) => !later.some((next) => isRetry(one, next) && isAnswer(next)))
      .map(({ one }) => ({
        finding: `The call did not succeed afterwards${keyOf(one) === undefined ? '' : ' under its Idempotency-Key'}.`,
        place: placeOf(one),
      }));
  },

  ({ scenario }, { exchanges, reports }) => {
    if (scenario === undefined) return undefined;
    if (!exchanges.some(({ scenarios }) => scenarios.includes(scenario))) return ['No request met it.'];
    return reports
      .filter((report) => report.scenario === scenario)
      .flatMap(({ expectations }) => expectations)
      .filter(({ verdict }) => verdict !== 'met')
      .map(({ wanted, came }) => ({ finding: `Expected ${wanted}, but ${came}.` }));
  },

  ({ deliveries }, run) => deliveries && (run.deliveries === 0 ? ['No event was sent.'] : []),

  ({ trials }, run) =>
    trials?.flatMap((name): readonly (Reason | string)[] => {
      const played = run.trials.get(name);
      if (played === undefined) return ['No event was due while the receiver was up.'];
      const { isRight, outcome, rule } = played;
      return isRight ? [] : [{ finding: `${name}: ${outcome}.`, place: 'webhook receiver', remedy: rule }];
    }),

  ({ switches }, { failedUnder }) =>
    switches && failedUnder.map((place) => ({ finding: 'The client fails with this switch.', place })),

  ({ pages }, { exchanges }) => {
    if (pages === undefined) return undefined;
    const whole = exchanges.filter(
      ({ operationId, request }) =>
        pages.includes(operationId ?? '') && Object.keys(request.query).every((name) => PAGING.includes(name)),
    );
    if (whole.length === 0) return ['The client searched the list, and never read the whole of it.'];
    if (whole.some(({ request: { query } }) => Number(query['page']?.[0] ?? 0) > 0)) return [];
    return whole.map((exchange) => ({
      finding: 'The client read the first page, and no other.',
      place: placeOf(exchange),
    }));
  },
];

const PAGING = ['page', 'size', 'sort'];

const keyOf = ({ request }: WholeExchange): string | undefined => request.headers['idempotency-key'];

const isRetry = (one: WholeExchange, next: WholeExchange): boolean =>
  next.method === one.method && next.path === one.path && keyOf(next) === keyOf(one);

/** Also a refusal for good: the client has got through to the service. */
const isAnswer = ({ status, lost }: WholeExchange): boolean => !lost && status < 500 && status !== 401 && status !== 429;
