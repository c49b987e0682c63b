import { HIDDEN, isSecretName } from '../../engine/journal/secrets.ts';
import { fill, fillToText } from '../../engine/scenarios/template.ts';
import type { ShownCall, ShownMessageOfCall } from '../../generated/control-schemas.ts';
import type { Organization } from '../../identity/organization.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { type ApiRequest, type Handle, isJsonMediaType, type Reply, targetOf } from '../../kernel/http.ts';
import { drawTraceId, drawUuid } from '../../kernel/ids.ts';
import type { Json } from '../../kernel/json.ts';
import { createRandom } from '../../kernel/random.ts';
import { sampleFile } from '../../vat/moves/sample-file.ts';
import { type Call, type ComposeCall, type TokenFor, sendCall } from '../calls/call.ts';
import { calledBy, type CalledApi, namesSandbox } from '../storyboards/storyboard.ts';
import type { ActionFile, ParamsFile } from '../../generated/storyboard-file.ts';
import type { Saved } from './show.ts';

/** Values of placeholders at one moment of a show. */
export interface ShowValues {
  readonly owner: Organization;
  readonly saved: Saved;
  /** Time of the sandbox. */
  readonly now: number;
}

export interface CallOfStepParts {
  readonly tokenFor: TokenFor;
  readonly compose: Readonly<Record<CalledApi, ComposeCall>>;
  /** The imitated API and the control API. */
  readonly handle: Readonly<Record<CalledApi, Handle>>;
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
  { compose, handle, tokenFor }: CallOfStepParts,
  { action, values, chance, origin }: CallOfStep,
): Promise<ShownCall> => {
  const { api, id } = calledBy(action);
  const call = toCall(compose[api], action, values, chance);
  const sending = { sandbox: values.owner.sandbox, origin, sentBy: 'show', tokenFor, handle: handle[api] } as const;
  const { request, reply } = await sendCall(call, sending);
  const { method } = call;
  const fault = reply.fault?.failure?.kind;
  const isLost = fault !== undefined && fault !== 'slow-body';
  return {
    api,
    title: action.title ?? id,
    operationId: id,
    method,
    path: targetOf(call),
    request: shownRequest(call, request),
    status: isLost ? null : reply.status,
    fault: fault ?? null,
    response: isLost ? { headers: {}, body: null, bytes: 0 } : shownReply(reply),
    requestId: api === 'service' ? (reply.headers['x-mock-request-id'] ?? null) : null,
  };
};

const toCall = (compose: ComposeCall, action: ActionFile, values: ShowValues, chance: string): Call => {
  const context = contextOf(values);
  const textOf = (value: ParamsFile[string]): string => fillToText(String(value), context);
  const called = calledBy(action);
  const fields = action.upload && mapValues(action.upload, textOf);
  const random = createRandom(chance);
  // Problems repeat the trace id, which would otherwise be another one each time.
  const traceparent = `00-${drawTraceId(random)}-${drawTraceId(random).slice(0, 16)}-01`;
  const call = compose(called.id, {
    params: {
      ...mapValues(action.params ?? {}, textOf),
      ...(namesSandbox(called) ? { id: values.owner.sandbox } : {}),
    },
    headers: mapValues(action.headers ?? {}, textOf),
    body: action.body === undefined ? undefined : fill(action.body, context),
    upload: fields && { fields, file: sampleFile(fields['type'] ?? 'FILE', Object.values(fields)) },
    drawKey: () => drawUuid(random),
  });
  return { ...call, headers: { traceparent, ...call.headers } };
};

/** A text of a step with its placeholders filled in. */
export const fillStepText = (text: string, values: ShowValues): string => fillToText(text, contextOf(values));

export const fillValue = (value: Json, values: ShowValues): Json => fill(value, contextOf(values));

const contextOf = ({ owner, saved, now }: ShowValues) => {
  const [seller] = owner.sellers;
  const named: Readonly<Record<string, Json>> = {
    now: toIsoDateTime(now),
    today: toIsoDateTime(now).slice(0, 10),
    ...prefixed('seller', pick(seller, ['uuid', 'companyName', 'vatNumber', 'country'])),
    ...prefixed('organization', pick(owner, ['uuid', 'name', 'country'])),
    ...prefixed('saved', saved),
  };
  return (name: string) => (Object.hasOwn(named, name) ? named[name] : undefined);
};

const pick = <T extends object>(from: T | undefined, names: readonly (keyof T & string)[]): Record<string, Json> =>
  Object.fromEntries(names.map((name) => [name, (from?.[name] ?? null) as Json]));

const prefixed = (prefix: string, values: Saved): Record<string, Json> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}.${name}`, value]));

const mapValues = <T, R>(record: Readonly<Record<string, T>>, map: (value: T) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));

/** Bytes of a body that is shown. */
const LARGEST_SHOWN_BODY = 65_536;

const shownRequest = ({ headers, text, upload, body }: Call, { header, bodyRead }: ApiRequest): ShownMessageOfCall => {
  const type = header('content-type');
  const bytes = bodyRead?.()?.byteLength ?? Buffer.byteLength(text ?? '');
  const isShown = upload !== undefined || bytes <= LARGEST_SHOWN_BODY;
  return {
    headers: { ...headers, ...(type === undefined ? {} : { 'Content-Type': type }) },
    body: isShown ? (body ?? upload?.fields ?? null) : null,
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
