import { namesSandbox } from '../storyboards/storyboard-words.ts';
import type { Contract, Operation } from '../../engine/contract/contract.ts';
import { HIDDEN, isSecretName } from '../../engine/journal/secrets.ts';
import { plainProblem } from '../../engine/problems/problem.ts';
import { fill, fillToText, NO_SOURCE } from '../../engine/scenarios/template.ts';
import type { ShownCall, ShownMessageOfCall } from '../../generated/control-schemas.ts';
import type { Organization } from '../../identity/organization.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { type ApiRequest, type Reply, isJsonMediaType } from '../../kernel/http.ts';
import { drawTraceId, drawUuid } from '../../kernel/ids.ts';
import { type Json, stringifyJson } from '../../kernel/json.ts';
import { createRandom } from '../../kernel/random.ts';
import { sampleFile } from '../../vat/moves/sample-file.ts';
import { fill as fillPath } from '../moves/api-call.ts';
import { type SentRequest, toRequest } from '../moves/call-request.ts';
import type { MakeMoveParts } from '../moves/make-move.ts';
import { type ActionFile, type CalledApi, calledBy } from '../storyboards/storyboard-file.ts';
import type { Saved } from './show.ts';

/** Values of placeholders at one moment of a show. */
export interface ShowValues {
  readonly owner: Organization;
  readonly saved: Saved;
  /** Time of the sandbox. */
  readonly now: number;
}

export interface CallOfStepParts extends Pick<MakeMoveParts, 'tokenFor'> {
  readonly contracts: Readonly<Record<CalledApi, Pick<Contract, 'operations' | 'basePath'>>>;
  /** The imitated API and the control API. */
  readonly handle: Readonly<Record<CalledApi, (request: ApiRequest) => Promise<Reply>>>;
}

interface CallOfStep {
  readonly action: ActionFile;
  readonly values: ShowValues;
  /** Distinguishes the call from all others of its storyboard, and is the same each time it is played. */
  readonly chance: string;
  /** Of links in the answer. */
  readonly origin: string;
}

/** Makes a call of a step as a client of the organization; returns it with its answer. */
export const makeCall = async (
  { contracts, handle, tokenFor }: CallOfStepParts,
  { action, values, chance, origin }: CallOfStep,
): Promise<ShownCall> => {
  const { api, id } = calledBy(action);
  const { operations, basePath } = contracts[api];
  const operation = operations.find((one) => one.id === id);
  if (operation === undefined) throw new Error(`the description has no operation ${id}`);
  const call = compose(operation, action, { values, chance, basePath });
  // For each call: the clock may have moved beyond the life of an earlier one.
  const token = await tokenFor(values.owner.sandbox, origin);
  if (token === undefined)
    throw plainProblem(409, {
      detail: 'The organization has no client that can get a token: enable one with PATCH /__admin/clients/{clientId}.',
    });
  const request = toRequest(call, { token, origin, sentBy: 'show' });
  const reply = await handle[api](request);
  const { method, path, query } = call;
  const fault = reply.fault?.failure?.kind;
  const isLost = fault !== undefined && fault !== 'slow-body';
  return {
    api,
    title: action.title ?? id,
    operationId: id,
    method,
    path: query === '' ? path : `${path}?${query}`,
    request: shownRequest(call, request),
    status: isLost ? null : reply.status,
    fault: fault ?? null,
    response: isLost ? { headers: {}, body: null, bytes: 0 } : shownReply(reply),
    requestId: api === 'service' ? (reply.headers['x-mock-request-id'] ?? null) : null,
  };
};

interface ComposedCall extends SentRequest {
  readonly query: string;
  readonly body: unknown;
}

const compose = (
  operation: Operation,
  action: ActionFile,
  { values, chance, basePath }: Pick<CallOfStep, 'values' | 'chance'> & Pick<Contract, 'basePath'>,
): ComposedCall => {
  const context = contextOf(values);
  const textOf = (value: string | number | boolean): string => fillToText(String(value), context);
  const params = {
    ...mapValues(action.params ?? {}, textOf),
    ...(action.control !== undefined && namesSandbox(operation) ? { id: values.owner.sandbox } : {}),
  };
  const inQuery = Object.entries(params).filter(([name]) => isInQuery(operation, name));
  const body = action.body === undefined ? undefined : fill(action.body, context);
  const text = body === undefined ? undefined : stringifyJson(body);
  const fields = action.upload && mapValues(action.upload, textOf);
  const random = createRandom(chance);
  const own = mapValues(action.headers ?? {}, textOf);
  return {
    method: operation.method,
    path: basePath + fillPath(operation, params),
    query: new URLSearchParams(inQuery).toString(),
    headers: {
      // Problems repeat the trace id, which would otherwise be another one each time.
      traceparent: `00-${drawTraceId(random)}-${drawTraceId(random).slice(0, 16)}-01`,
      ...(needsKey(operation, own) ? { 'Idempotency-Key': drawUuid(random) } : {}),
      ...(text === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(fields === undefined ? {} : { 'Content-Type': 'multipart/form-data' }),
      ...own,
    },
    text,
    body: body ?? fields,
    upload: fields && { fields, file: sampleFile(fields['type'] ?? 'FILE', Object.values(fields)) },
  };
};

const isInQuery = ({ parameters }: Operation, name: string): boolean =>
  !parameters.some((parameter) => parameter.in === 'path' && parameter.name === name);

const needsKey = ({ parameters }: Operation, headers: Readonly<Record<string, string>>): boolean =>
  parameters.some(({ in: place, name }) => place === 'header' && name === 'idempotency-key') &&
  !Object.keys(headers).some((name) => name.toLowerCase() === 'idempotency-key');

/** A text of a step with its placeholders filled in. */
export const fillStepText = (text: string, values: ShowValues): string => fillToText(text, contextOf(values));

export const fillValue = (value: Json, values: ShowValues): Json => fill(value, contextOf(values));

const contextOf = ({ owner, saved, now }: ShowValues) => {
  const [seller] = owner.sellers;
  const named = {
    now: toIsoDateTime(now),
    today: toIsoDateTime(now).slice(0, 10),
    ...prefixed('seller', pick(seller, ['uuid', 'companyName', 'vatNumber', 'country'])),
    ...prefixed('organization', pick(owner, ['uuid', 'name', 'country'])),
    ...prefixed('saved', saved),
  };
  return { ...NO_SOURCE, named: mapValues(named, (value) => () => value) };
};

const pick = <T extends object>(from: T | undefined, names: readonly (keyof T & string)[]): Record<string, Json> =>
  Object.fromEntries(names.map((name) => [name, (from?.[name] ?? null) as Json]));

const prefixed = (prefix: string, values: Saved): Record<string, Json> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}.${name}`, value]));

const mapValues = <T, R>(record: Readonly<Record<string, T>>, map: (value: T) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));

/** Bytes of a body that is shown. */
const LARGEST_SHOWN_BODY = 65_536;

const shownRequest = (
  { headers, text, upload, body }: ComposedCall,
  { header, bodyRead }: ApiRequest,
): ShownMessageOfCall => {
  const type = header('content-type');
  const bytes = bodyRead?.()?.byteLength ?? Buffer.byteLength(text ?? '');
  const isShown = upload !== undefined || bytes <= LARGEST_SHOWN_BODY;
  return {
    headers: { ...headers, ...(type === undefined ? {} : { 'Content-Type': type }) },
    body: isShown ? (body ?? null) : null,
    bytes,
  };
};

/** Name the exchange, which is another one each time that the same call is made. */
const NOT_SHOWN: ReadonlySet<string> = new Set(['link', 'x-mock-request-id']);

const shownReply = ({ headers, content }: Reply): ShownMessageOfCall => {
  const shown = Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_SHOWN.has(name)));
  if (content === undefined) return { headers: shown, body: null, bytes: 0 };
  const { mediaType, byteLength, body } = content;
  const isShown = isJsonMediaType(mediaType) && byteLength <= LARGEST_SHOWN_BODY;
  return {
    headers: { 'content-type': mediaType, ...shown },
    body: isShown ? parseShown(typeof body === 'string' ? body : Buffer.from(body).toString('utf8')) : null,
    bytes: byteLength,
  };
};

/** The show may be watched by others: secrets, such as those of webhook endpoints, are not for them. */
const parseShown = (text: string): unknown =>
  JSON.parse(text, (name, value: unknown) => (typeof value === 'string' && isSecretName(name) ? HIDDEN : value));
