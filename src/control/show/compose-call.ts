import type { Contract, Operation } from '../../engine/contract/contract.ts';
import { NO_SOURCE, fill, fillToText } from '../../engine/scenarios/template.ts';
import type { Organization } from '../../identity/organization.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { drawTraceId, drawUuid } from '../../kernel/ids.ts';
import { type Json, stringifyJson } from '../../kernel/json.ts';
import { createRandom } from '../../kernel/random.ts';
import { sampleFile } from '../../vat/moves/sample-file.ts';
import { fill as fillPath } from '../moves/api-call.ts';
import type { SentRequest } from '../moves/call-request.ts';
import { type ActionFile, type CalledApi, calledBy } from '../storyboards/storyboard-file.ts';
import type { Saved } from './show.ts';

/** Values of placeholders at one moment of a show. */
export interface ShowValues {
  readonly owner: Organization;
  readonly saved: Saved;
  /** Time of the sandbox. */
  readonly now: number;
}

/** A call of a step, ready to be sent. */
export interface ComposedCall extends SentRequest {
  readonly api: CalledApi;
  readonly operation: Operation;
  readonly title: string;
  readonly body: unknown;
}

export type Contracts = Readonly<Record<CalledApi, Pick<Contract, 'operations' | 'basePath'>>>;

/** `chance` distinguishes the call from all others of its storyboard, and is the same each time it is played. */
export const composeCall = (
  contracts: Contracts,
  action: ActionFile,
  values: ShowValues,
  chance: string,
): ComposedCall => {
  const { api, id } = calledBy(action);
  const { operations, basePath } = contracts[api];
  const operation = operations.find((one) => one.id === id);
  if (operation === undefined) throw new Error(`the description has no operation ${id}`);
  const context = contextOf(values);
  const textOf = (value: string | number | boolean): string => fillToText(String(value), context);
  const params = Object.fromEntries(Object.entries(action.params ?? {}).map(([name, value]) => [name, textOf(value)]));
  const inQuery = Object.entries(params).filter(([name]) => isInQuery(operation, name));
  const body = action.body === undefined ? undefined : fill(action.body, context);
  const text = body === undefined ? undefined : stringifyJson(body);
  const fields = action.upload && mapValues(action.upload, textOf);
  const random = createRandom(chance);
  const own = mapValues(action.headers ?? {}, textOf);
  return {
    api,
    operation,
    title: action.title ?? id,
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

const isInQuery = ({ parameters }: Operation, name: string): boolean =>
  !parameters.some((parameter) => parameter.in === 'path' && parameter.name === name);

const needsKey = ({ parameters }: Operation, headers: Readonly<Record<string, string>>): boolean =>
  parameters.some(({ in: place, name }) => place === 'header' && name === 'idempotency-key') &&
  !Object.keys(headers).some((name) => name.toLowerCase() === 'idempotency-key');
