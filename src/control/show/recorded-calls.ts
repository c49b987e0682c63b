import { type CapsuleCall, type CapsuleRequest, fromCapsuleBody } from '../../engine/capsule/capsule.ts';
import type { Contract } from '../../engine/contract/contract.ts';
import { compiledDescription } from '../../engine/compiled-description.ts';
import type { Router } from '../../engine/routing/router.ts';
import { type Json, type JsonObject, parseOwnJson } from '../../kernel/json.ts';
import { CONTROL_ACTIONS } from '../storyboards/control-operations.ts';
import type { ActionFile, CalledApi } from '../storyboards/storyboard-file.ts';

/** A recorded call as an action, with what its answer was. */
export interface RecordedAction {
  readonly action: ActionFile;
  /** On the clock of the sandbox. */
  readonly at: number;
  /** The JSON of the answer; undefined if there was none. */
  readonly answer: Json | undefined;
}

/** An action, or why the call cannot be one. */
type ToAction = (call: CapsuleCall) => RecordedAction | { readonly omitted: string };

export const createToAction = (contracts: Readonly<Record<CalledApi, Contract>>): ToAction => {
  const { service, control } = contracts;
  return (call) =>
    call.kind === 'request'
      ? fromRequest(call, compiledDescription(service).router, service.basePath)
      : fromControl(call, compiledDescription(control).router);
};

const fromRequest = (call: CapsuleRequest, router: Router, basePath: string): ReturnType<ToAction> => {
  const { method, path, query, skipped, client, headers, body, answer, at } = call;
  const name = `${method} ${path}`;
  const match = path.startsWith(basePath) ? router.find(method, path.slice(basePath.length)) : undefined;
  if (match === undefined) return { omitted: `${name} is not a call of the API.` };
  if (skipped !== null || client === null) return { omitted: `${name} was sent without a client’s token.` };
  const type = headers.find(([header]) => header.toLowerCase() === 'content-type')?.[1] ?? '';
  const fields = type.startsWith('multipart/') && body !== null ? fieldsIn(fromCapsuleBody(body)) : undefined;
  const sent = fields === undefined && body?.text !== undefined ? jsonIn(body.text) : undefined;
  if (body !== null && fields === undefined && sent === undefined)
    return { omitted: `${name} had a body that is not kept as a whole, or no JSON.` };
  if (fields !== undefined && fields['type'] === undefined) return { omitted: `${name} was an upload without a type.` };
  const kept = Object.fromEntries(headers.filter(([header]) => KEPT_HEADERS.has(header.toLowerCase())));
  const action: ActionFile = {
    call: match.operation.id,
    ...optional('params', { ...match.pathParameters, ...Object.fromEntries(new URLSearchParams(query)) }),
    ...optional('headers', kept),
    ...(sent === undefined ? {} : { body: sent }),
    ...(fields === undefined ? {} : { upload: fields }),
    status: answer.status,
  };
  return { action, at, answer: answer.body?.text === undefined ? undefined : jsonIn(answer.body.text) };
};

/** Headers that decide about the answer; the others are made again. */
const KEPT_HEADERS: ReadonlySet<string> = new Set(['idempotency-key', 'if-match', 'if-none-match', 'x-mock-scenario']);

const fromControl = (call: Extract<CapsuleCall, { kind: 'control' }>, router: Router): ReturnType<ToAction> => {
  const { method, at, body } = call;
  const [path = '', query = ''] = call.path.split('?');
  const name = `${method} /__admin${path}`;
  const match = router.find(method, path);
  if (match === undefined || !CONTROL_ACTIONS.has(match.operation.id))
    return { omitted: `${name} cannot be an action of a storyboard.` };
  const sent = body === null ? undefined : jsonIn(body);
  if (body !== null && sent === undefined) return { omitted: `${name} had a body that is no JSON.` };
  const { sandbox: _sandbox, ...inQuery } = Object.fromEntries(new URLSearchParams(query));
  const action: ActionFile = {
    control: match.operation.id,
    ...optional('params', { ...match.pathParameters, ...inQuery }),
    ...(sent === undefined ? {} : { body: sent }),
  };
  return { action, at, answer: undefined };
};

const optional = <Name extends string>(name: Name, members: Readonly<Record<string, string>>) =>
  (Object.keys(members).length === 0 ? {} : { [name]: members }) as Partial<Record<Name, Record<string, string>>>;

const jsonIn = (text: string): Json | undefined => {
  try {
    return parseOwnJson(text);
  } catch {
    // The journal keeps the beginning of a long body only.
    return undefined;
  }
};

/** The text fields of a multipart body; its file is not kept. */
const fieldsIn = (bytes: Buffer): Record<string, string> =>
  Object.fromEntries(
    [...bytes.toString('utf8').matchAll(/name="([^"]+)"\r\n(?:content-type: text[^\r]*\r\n)?\r\n([^\r]*)\r\n/gi)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  );

/** Members of an answer by pointer, at most two levels deep, that are ids. */
export const idsIn = (answer: Json | undefined): readonly (readonly [pointer: string, id: string])[] => {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return [];
  return Object.entries(answer as JsonObject).flatMap(([name, value]) =>
    typeof value === 'string' && ID.test(value) ? [[`/${name}`, value] as const] : [],
  );
};

const ID = /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[a-z]{2,5}_[\dA-Z]{20,})$/;
