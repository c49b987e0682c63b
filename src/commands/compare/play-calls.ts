import type { Dispatcher } from 'undici';
import { withSavedIds } from '../../control/recordings/saved-ids.ts';
import { endToEnd } from '../../edges/http/end-to-end.ts';
import type { Upstream } from '../../edges/proxy/upstream.ts';
import type { CapsuleCall, CapsuleRequest } from '../../engine/capsule/capsule.ts';
import { type ComparedAnswer, createCompareAnswers } from '../../engine/capsule/compare-answers.ts';
import { findCalled } from '../../engine/compiled-description.ts';
import type { Contract } from '../../engine/contract/contract.ts';
import { parsePointer, valueIn } from '../../kernel/json-pointer.ts';
import { fromBytesForm } from '../../kernel/bytes-form.ts';
import { targetOf } from '../../kernel/http.ts';
import { parsedOr, parseJson } from '../../kernel/json.ts';
import { runAtOnce } from '../../kernel/time-slices.ts';
import { isSkipped, type PlayedCall, toPlayed } from '../capsule/played-call.ts';

/** Plays recorded calls against a service, in their order. An id that it answers takes the place of the recorded one. */
export async function* playCalls(
  calls: readonly CapsuleCall[],
  {
    contract,
    upstream,
    dispatcher,
    headers,
    allowsWrites,
    run,
  }: {
    readonly contract: Contract;
    readonly upstream: Upstream;
    readonly dispatcher: Dispatcher;
    /** Names and values in turn: the credentials. */
    readonly headers: readonly string[];
    readonly allowsWrites: boolean;
    /** Sets the Idempotency-Keys of this run apart from the recorded ones. */
    readonly run: string;
  },
): AsyncGenerator<PlayedCall> {
  const compare = createCompareAnswers(contract);
  const recorded = calls.flatMap((call, index) => {
    if (call.kind !== 'request') return [];
    const { method, body, answer } = call;
    // Its answer is that of GET, without the body.
    const operation = findCalled(contract, method === 'HEAD' ? { ...call, method: 'GET' } : call)?.operation;
    const skipped =
      operation === undefined ? 'the description (--spec) has no such operation' : whySkipped(call, allowsWrites);
    const told = { ...toPlayed(call, index + 1), operation: operation?.id ?? null, skipped };
    const had = toCompared(answer.status, answer.headers, String(fromBytesForm(answer.body ?? {})));
    const request = { target: targetOf(call), text: body?.text ?? '' };
    return [{ call, told, operation, operationId: operation?.id, request, had, answer: had.body }];
  });
  for (const { told } of recorded) if (isSkipped(told)) yield told;
  const wanted = recorded.filter(({ told }) => !isSkipped(told));
  const placeholder = (name: string): string => `{{${name}}}`;
  const prepared = runAtOnce(withSavedIds(wanted, { known: new Map(), placeholder })).calls;
  const ids = new Map<string, string>();
  const fill = (text: string): string => text.replaceAll(/\{\{\w+\}\}/g, (name) => ids.get(name) ?? name);
  for (const { told, call, operation, had, request, save } of prepared) {
    const [target, text] = [fill(request.target), fill(request.text)];
    if (operation === undefined || (target + text).includes('{{')) {
      yield { ...told, skipped: 'it needs an id that an earlier answer did not have' };
      continue;
    }
    const { method, body } = call;
    const answer = await dispatcher.request({
      origin: upstream.origin,
      path: upstream.toPath(target),
      method,
      headers: [...toSent(call.headers, run), ...headers],
      body: body?.base64 === undefined ? text : fromBytesForm(body),
    });
    const shown = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as const);
    const has = toCompared(answer.statusCode, Object.fromEntries(shown), await answer.body.text());
    for (const [name, pointer] of Object.entries(save)) {
      const id = valueIn(has.body, parsePointer(pointer));
      if (typeof id === 'string') ids.set(placeholder(name), id);
    }
    yield has.status === 401
      ? { ...told, skipped: 'the service answered 401: VATMOCK_UPSTREAM_TOKEN and --header give credentials' }
      : { ...told, differences: compare(operation, had, has) };
  }
}

/** What a capsule has in the place of a secret. */
const REDACTED = /redacted/i;

const whySkipped = (
  { method, path, query, headers, answer: { status, headers: answered }, skipped }: CapsuleRequest,
  allowsWrites: boolean,
): string | null => {
  if (skipped !== null) return skipped;
  if (method !== 'GET' && method !== 'HEAD' && !allowsWrites) return 'it may change something: --allow-writes plays it';
  if (REDACTED.test(path + query)) return 'a capsule does not hold its credential';
  if (answered['x-mock-source'] === 'scenario') return 'a scenario answered it';
  if (status === 401 || status === 429) return `it was refused with ${status}`;
  return headers.some(([name]) => /^if-/i.test(name)) ? 'it depends on a version of the recorded service' : null;
};

const toSent = (headers: CapsuleRequest['headers'], run: string): readonly string[] =>
  endToEnd(
    headers.flatMap(([name, value]) => {
      if (REDACTED.test(value)) return [];
      return [name, /^idempotency-key$/i.test(name) ? `${value.slice(0, 200)}-${run}` : value];
    }),
    (name) => /^(?:host|expect|content-length|accept-encoding|x-mock-.*)$/.test(name),
  );

const toCompared = (status: number, headers: ComparedAnswer['headers'], text: string): ComparedAnswer => ({
  status,
  headers,
  body: parsedOr(undefined, () => parseJson(text, 200, 1_000_000, true).value),
});
