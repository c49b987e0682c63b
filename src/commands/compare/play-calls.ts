import type { Dispatcher } from 'undici';
import { withSavedIds } from '../../control/recordings/saved-ids.ts';
import { endToEnd } from '../../edges/http/end-to-end.ts';
import type { Upstream } from '../../edges/proxy/upstream.ts';
import { type CapsuleCall, type CapsuleRequest, fromCapsuleBody } from '../../engine/capsule/capsule.ts';
import {
  type AnswerDifference,
  type ComparedAnswer,
  createCompareAnswers,
} from '../../engine/capsule/compare-answers.ts';
import { compiledDescription } from '../../engine/compiled-description.ts';
import type { Contract } from '../../engine/contract/contract.ts';
import { isJsonMediaType } from '../../kernel/http.ts';
import { parseJson } from '../../kernel/json.ts';
import { valueAt } from '../../kernel/json-pointer.ts';
import { runAtOnce } from '../../kernel/time-slices.ts';

export interface ComparedCall {
  /** From 1, as in the capsule. */
  readonly call: number;
  readonly operation: string | undefined;
  readonly request: string;
  /** Why it was not compared; null if it was. */
  readonly skipped: string | null;
  readonly differences: readonly AnswerDifference[];
}

interface PlayParts {
  readonly contract: Contract;
  readonly upstream: Upstream;
  readonly dispatcher: Dispatcher;
  /** Names and values in turn: the credentials. */
  readonly headers: readonly string[];
  readonly allowsWrites: boolean;
  /** Sets the Idempotency-Keys of this run apart from the recorded ones. */
  readonly run: string;
}

/** Plays recorded calls against a service, in their order. An id that it answers takes the place of the recorded one. */
export async function* playCalls(
  calls: readonly CapsuleCall[],
  { contract, upstream, dispatcher, headers, allowsWrites, run }: PlayParts,
): AsyncGenerator<ComparedCall> {
  const compare = createCompareAnswers(contract);
  const { router } = compiledDescription(contract);
  const requests = calls.flatMap((call, index) => {
    if (call.kind !== 'request') return [];
    const { method, path, query, body, answer } = call;
    const below = path.slice(contract.basePath.length);
    const operation =
      router.find(method, below)?.operation ?? (method === 'HEAD' ? router.find('GET', below)?.operation : undefined);
    const target = path + (query === '' ? '' : `?${query}`);
    const skipped = operation === undefined ? 'it is no call of the API' : whySkipped(call, allowsWrites);
    const told = {
      call: index + 1,
      operation: operation?.id,
      request: `${method} ${target}`,
      skipped,
      differences: [],
    };
    const recorded = toCompared(
      answer.status,
      answer.headers,
      answer.body === null ? '' : fromCapsuleBody(answer.body).toString(),
    );
    return [
      {
        told,
        call,
        operation,
        recorded,
        operationId: operation?.id,
        request: { target, text: body?.text ?? '' },
        answer: recorded.body,
      },
    ];
  });
  for (const { told } of requests) if (told.skipped !== null) yield told;
  const played = requests.filter(({ told }) => told.skipped === null);
  const { calls: prepared } = runAtOnce(
    withSavedIds(played, { known: new Map(), placeholder: (name) => `{{${name}}}` }),
  );
  const ids = new Map<string, string>();
  for (const { told, call, operation, recorded, request, save } of prepared) {
    const [target, text] = [request.target, request.text].map((one) =>
      one.replaceAll(/\{\{(\w+)\}\}/g, (all, name: string) => ids.get(name) ?? all),
    ) as [string, string];
    if (operation === undefined) continue;
    if (`${target}${text}`.includes('{{')) {
      yield { ...told, skipped: 'it needs an id that an earlier call did not answer' };
      continue;
    }
    const [path = '', query] = target.split('?');
    const answer = await dispatcher.request({
      origin: upstream.origin,
      path: upstream.toPath(path) + (query === undefined ? '' : `?${query}`),
      method: call.method,
      headers: [...toSent(call.headers, run), ...headers],
      body: call.body === null ? null : call.body.text === undefined ? fromCapsuleBody(call.body) : text,
    });
    const lines = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
    const now = toCompared(answer.statusCode, lines, await answer.body.text());
    for (const [name, pointer] of Object.entries(save)) {
      const id = valueAt(now.body, pointer);
      if (typeof id === 'string') ids.set(name, id);
    }
    yield now.status === 401
      ? { ...told, skipped: 'the service answered 401: --token and --header give credentials' }
      : { ...told, differences: compare(operation, recorded, now) };
  }
}

const SAFE = new Set(['GET', 'HEAD']);

/** Headers whose values mean something to the recorded service alone. */
const CONDITIONAL = /^if-/i;

const whySkipped = (
  { method, path, query, headers, answer, skipped }: CapsuleRequest,
  allowsWrites: boolean,
): string | null => {
  if (skipped !== null) return skipped;
  if (!SAFE.has(method) && !allowsWrites) return 'it may change something: --allow-writes plays it';
  if (/redacted/i.test(path + query)) return 'it has a credential, which a capsule does not hold';
  if (answer.headers['x-mock-source'] === 'scenario') return 'a scenario answered it';
  if (answer.status === 401 || answer.status === 429)
    return `it was answered with ${String(answer.status)}, for credentials or a limit`;
  return headers.some(([name]) => CONDITIONAL.test(name))
    ? 'it depends on a version that only the recorded service had'
    : null;
};

const NOT_SENT = /^(?:host|expect|content-length|accept-encoding|x-mock-.*)$/;

const toSent = (headers: CapsuleRequest['headers'], run: string): readonly string[] =>
  endToEnd(
    headers
      .filter(([, value]) => !/redacted/i.test(value))
      .flatMap(([name, value]) => [
        name,
        name.toLowerCase() === 'idempotency-key' ? `${value.slice(0, 200)}-${run}` : value,
      ]),
    (name) => NOT_SENT.test(name),
  );

const toCompared = (status: number, headers: ComparedAnswer['headers'], text: string): ComparedAnswer => {
  const isJson = isJsonMediaType(headers['content-type'] ?? '');
  try {
    return { status, headers, body: isJson ? parseJson(text, 200, 1_000_000, true).value : undefined };
  } catch {
    return { status, headers, body: undefined };
  }
};
