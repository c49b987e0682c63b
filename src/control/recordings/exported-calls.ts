import type { Message, WholeExchange } from '../../generated/control-schemas.ts';
import { textOfShown } from '../../engine/journal/har.ts';
import { toSearch } from '../../engine/journal/redact-headers.ts';
import { type ClockMoves, type ClockNow, toCallTime, toClockMoves } from './clock-moves.ts';
import type { Steps } from '../../kernel/time-slices.ts';
import { withSavedIds } from './saved-ids.ts';

/** A recorded call as another program makes it again. Texts have placeholders such as `{{createOrderUuid}}`. */
export interface ExportedCall {
  /** Operation, or method and path of a call that matches none. */
  readonly name: string;
  readonly method: string;
  /** Below the base URL, with its query. */
  readonly path: string;
  /** Without the access token. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Of an upload. */
  readonly parts: NonNullable<Message['body']>['parts'];
  /** False for a call that was refused for its token: it is made without one. */
  readonly sendsToken: boolean;
  /** Status of the recorded response. */
  readonly status: number;
  /** Values of the response that later calls use: JSON Pointers by the names of their placeholders. */
  readonly save: Readonly<Record<string, string>>;
  /** Why the call may go otherwise than recorded; empty if nothing is known. */
  readonly remarks: readonly string[];
}

/** Recorded calls of a sandbox, and what is done before the first one. */
export interface ExportedCalls {
  readonly calls: readonly ExportedCall[];
  readonly clock: ClockMoves;
  /** What is saved of `GET /me` before all calls: the sellers. */
  readonly setUp: ExportedCall['save'];
}

/** Sets the names of saved values apart from the variables of a collection. */
const SAVED = 'saved_';

/** Headers that decide about the response, with the media type of a body; others follow from the client. */
export const KEPT_HEADERS: ReadonlySet<string> = new Set([
  ...['idempotency-key', 'if-match', 'if-none-match', 'prefer', 'x-mock-scenario'],
]);

/** Placeholder that begins the Idempotency-Keys of a run, so that each run has its own. */
export const RUN = 'run';

interface ExportFacts {
  readonly basePath: string;
  readonly sellers: readonly string[];
  /** What the clock of the sandbox shows by now; undefined outside of any sandbox. */
  readonly end: ClockNow | undefined;
}

export function* toExportedCalls(
  exchanges: readonly WholeExchange[],
  { basePath, sellers, end }: ExportFacts,
): Steps<ExportedCalls> {
  const keys = new Map<string, number>();
  const keyOf = (key: string): string => {
    if (!keys.has(key)) keys.set(key, keys.size + 1);
    return `{{${RUN}}}-${String(keys.get(key))}`;
  };
  const sellerName = (index: number): string => `seller_${String(index + 1)}`;
  const recorded = exchanges.map((exchange) => ({
    exchange,
    operationId: exchange.operationId ?? undefined,
    request: toRequest(exchange, basePath),
    answer: exchange.response.body?.json,
  }));
  const known = new Map(sellers.map((seller, index) => [seller, `{{${sellerName(index)}}}`]));
  const replayable = yield* withSavedIds(recorded, { known, placeholder: (name) => `{{${SAVED}${name}}}` });
  const calls = replayable.calls.map(({ exchange, request, save }): ExportedCall => {
    const { method, path, operationId, status } = exchange;
    const key = exchange.request.headers['idempotency-key'];
    return {
      ...request,
      name: operationId ?? `${method} ${path.slice(basePath.length)}`,
      method,
      headers: { ...request.headers, ...(key === undefined ? {} : { 'idempotency-key': keyOf(key) }) },
      sendsToken: status !== 401,
      status,
      save: Object.fromEntries(Object.entries(save).map(([name, pointer]) => [SAVED + name, pointer])),
      remarks: remarksOf(exchange),
    };
  });
  const setUp = sellers.flatMap((seller, index) =>
    replayable.used.has(seller) ? [[sellerName(index), `/authorizedPartners/${String(index)}`] as const] : [],
  );
  return { calls, clock: toClockMoves(exchanges.map(toCallTime), end), setUp: Object.fromEntries(setUp) };
}

const toRequest = ({ path, request: { body, query, headers } }: WholeExchange, basePath: string) => {
  const parts = body?.parts;
  return {
    path: path.slice(basePath.length) + toSearch(query),
    headers: Object.fromEntries(
      Object.entries(headers).filter(
        ([name]) => KEPT_HEADERS.has(name) || (name === 'content-type' && body !== null && parts === undefined),
      ),
    ),
    body: body === null || parts !== undefined ? undefined : (textOfShown(body) ?? ''),
    parts,
  };
};

const remarksOf = ({ request, scenarios, status }: WholeExchange): readonly string[] => [
  ...(request.body?.cut === true ? ['The body is not complete: the journal kept only its beginning.'] : []),
  ...(scenarios.length > 0 ? [`The response came from the scenario ${scenarios.join(', ')}.`] : []),
  ...(status === 429 ? ['The rate limit was exceeded, which depends on the calls before.'] : []),
];
