import type { PathDiagnostic } from '../../kernel/diagnostic.ts';
import { mapValues } from '../../kernel/defined.ts';
import { valueIn, faultOfPointer, parsePointer } from '../../kernel/json-pointer.ts';
import { type Json, type JsonObject, stringifyJson } from '../../kernel/json.ts';
import { type Path, textsIn } from '../../kernel/path.ts';
import type { Routed } from '../exchange/exchange.ts';
import { isSecretHeader, factsOf } from '../matching/condition.ts';
import { suggest } from '../matching/nearest.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { drawUuid } from '../../kernel/ids.ts';
import type { Random } from '../../kernel/random.ts';

/**
 * Placeholders in a scenario's texts: a fixed list, not a language. A text that consists of a single template becomes the
 * value itself, of any type; within a longer text the value is converted to text.
 */
const OF_REQUEST = [
  'request.path.NAME',
  // The first where it comes several times.
  'request.query.NAME',
  // Not those that carry credentials.
  'request.header.NAME',
  'request.body/POINTER',
  // As in X-Mock-Request-Id.
  'request.id',
  'request.traceId',
];

const OF_RUN = [
  // The time on the sandbox's clock.
  'now',
  'today',
  // Drawn from the seed.
  'random.uuid',
  // An id of what the scenario was given.
  'given.FIXTURE.MEMBER',
  'state.name',
  // Until the timeline moves the scenario out of its state; 1 if it does not.
  'state.secondsLeft',
];

/** The templates that an API adds, with their values of a request; at `received` it has no input and no partner yet. */
export type OwnTemplates = Readonly<Record<string, (request: Routed) => Json>>;

export const templateNames = (own: OwnTemplates): readonly string[] => [...OF_REQUEST, ...Object.keys(own), ...OF_RUN];

/** The value of a template by its name; undefined if there is none, or none yet. */
export type TemplateSource = (name: string) => Json | undefined;

/** Where a template is used: bodies are decoded by a later check, a timeline runs without a request, and conditions have none. */
export type Scope = 'condition' | 'reply' | 'reply-at-received' | 'timeline-of-state' | 'timeline-of-gate' | 'timeline';

const TEMPLATE = /\{\{\s*([^{}]*?)\s*\}\}/g;
const WHOLE = /^\{\{\s*([^{}]*?)\s*\}\}$/;

/** Each may insert a complete body: a reply must not be amplified to a hundred times the size of the request. */
const MAX_TEMPLATES = 20;

/** `{{given.fixture.member}}` */
export const GIVEN = /^given\.([a-z0-9-]+)\.(\w+)$/;

/** `request.path.NAME`, and so on. */
const PART = /^request\.(path|query|header)\.(.+)$/;

const BODY = 'request.body';

const isKnown = (name: string, own: OwnTemplates): boolean =>
  PART.test(name) || name.startsWith(BODY) || GIVEN.test(name) || templateNames(own).includes(name);

/** The error of a template in its scope; undefined if it is valid. */
const faultOf = (name: string, scope: Scope, own: OwnTemplates): string | undefined => {
  if (scope === 'condition')
    return `"{{${name}}}" can never match: it is compared literally: placeholders do not work in conditions. Use a plain value`;
  const [, part, key = ''] = PART.exec(name) ?? [];
  if (part === 'header' && isSecretHeader(key)) return `{{${name}}} would expose a credential: remove it`;
  const faultOfBody = name.startsWith(BODY) ? faultOfPointer(name.slice(BODY.length)) : undefined;
  if (faultOfBody !== undefined) return `{{${name}}} ${faultOfBody}`;
  if (!isKnown(name, own)) return `{{${name}}} is not a placeholder: ${suggest(name, templateNames(own))}`;
  const isOfRequest = name.startsWith('request.') || Object.hasOwn(own, name);
  if (scope === 'timeline' && isOfRequest)
    return `{{${name}}} needs a request, but there is none here: add "from" to the entry, with a state that only steps move to`;
  if (scope.startsWith('timeline') && !isOfRequest && name !== 'now' && name !== 'today' && !GIVEN.test(name))
    return `{{${name}}} is only available in replies: a timeline can use now, today, given fixtures, and the request that enters its state`;
  if ((scope === 'reply-at-received' || scope === 'timeline-of-gate') && name.startsWith(BODY))
    return `{{${name}}} is not available at received, before the body is read: remove "at" or the placeholder`;
  return undefined;
};

export const templatesIn = (text: string): string[] =>
  text.includes('{{') ? [...text.matchAll(TEMPLATE)].map(([, name = '']) => name) : [];

/** The strings that contain templates, with the names of these. */
export const spotsIn = (value: unknown): { readonly path: Path; readonly names: readonly string[] }[] =>
  [...textsIn(value)]
    .map(({ path, text }) => ({ path, names: templatesIn(text) }))
    .filter(({ names }) => names.length > 0);

export const templateDiagnostics = (value: unknown, scope: Scope, own: OwnTemplates = {}): PathDiagnostic[] =>
  placeholderDiagnostics(value, (name) => faultOf(name, scope, own));

/** The faults of the placeholders in the texts of a value; `fault` returns that of a name, undefined if it is valid. */
export const placeholderDiagnostics = (
  value: unknown,
  fault: (name: string) => string | undefined,
): PathDiagnostic[] => {
  const spots = spotsIn(value);
  const placeholders = spots.flatMap(({ path, names }) => names.map((name) => ({ path, name })));
  const count = placeholders.length;
  // A text may have thousands, and the suggestion for each takes time.
  const diagnostics = placeholders.slice(0, MAX_TEMPLATES).flatMap(({ path, name }) => {
    const message = fault(name);
    return message === undefined ? [] : [{ path, message }];
  });
  for (const { path, text } of textsIn(value))
    // Unclosed braces would be sent literally, which is probably unintended.
    if (text.replaceAll(TEMPLATE, '').includes('{{'))
      diagnostics.push({ path, message: 'has an unclosed {{: add }} after the name, or remove it' });
  if (count > MAX_TEMPLATES)
    diagnostics.push({
      path: [],
      message: `has ${count} placeholders, but the maximum is ${MAX_TEMPLATES}: replace some with plain values`,
    });
  return diagnostics;
};

/** Maximum length of a value inserted into a longer text. */
const LONGEST_INSERT = 10_000;

const toText = (value: Json | undefined): string => {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'object' ? stringifyJson(value) : String(value);
  return text.slice(0, LONGEST_INSERT);
};

const fillText = (text: string, source: TemplateSource): Json => {
  if (!text.includes('{{')) return text;
  const whole = WHOLE.exec(text)?.[1];
  if (whole !== undefined) return source(whole) ?? null;
  return text.replaceAll(TEMPLATE, (_all, name: string) => toText(source(name)));
};

/** A copy with every template expanded; a value that the request lacks becomes null, or nothing within a text. */
export const fill = (value: Json, source: TemplateSource): Json => {
  if (typeof value === 'string') return fillText(value, source);
  if (Array.isArray(value)) return value.map((item: Json) => fill(item, source));
  if (typeof value !== 'object' || value === null) return value;
  return fillMembers(value as JsonObject, source);
};

export const fillMembers = (members: JsonObject, source: TemplateSource): Record<string, Json> =>
  mapValues(members, (member) => fill(member ?? null, source));

/** For headers and parameters, which are strings. */
export const fillToText = (text: string, source: TemplateSource): string => toText(fillText(text, source));

/** Used when there is no request. */
export const NO_SOURCE: TemplateSource = () => undefined;

/** A source with more values by name. */
const withValues =
  (source: TemplateSource, values: Readonly<Record<string, () => Json>>): TemplateSource =>
  (name) =>
    Object.hasOwn(values, name) ? values[name]?.() : source(name);

/** Values of a request; a pointer that is none throws a `PointerError`. */
export const sourceOf = (exchange: Routed, own: OwnTemplates = {}): TemplateSource => {
  const { pathParameter, queryParameter, header, body } = factsOf(exchange);
  return (name) => {
    const [, part, key = ''] = PART.exec(name) ?? [];
    if (part === 'path') return pathParameter(key);
    if (part === 'query') return queryParameter(key)[0];
    if (part === 'header') return isSecretHeader(key) ? undefined : header(key.toLowerCase());
    if (name.startsWith(BODY)) return valueIn(body(), parsePointer(name.slice(BODY.length))) as Json | undefined;
    if (name === 'request.id') return exchange.id;
    if (name === 'request.traceId') return exchange.traceId;
    return Object.hasOwn(own, name) ? own[name]?.(exchange) : undefined;
  };
};

/** With the time on the clock of the sandbox. */
export const sourceAt = (source: TemplateSource, now: number): TemplateSource =>
  withValues(source, { now: () => toIsoDateTime(now), today: () => toIsoDateTime(now).slice(0, 10) });

/** Values added by the use of a step: time, random numbers, and the state in which it was used. */
export const sourceOfUse = (
  source: TemplateSource,
  {
    now,
    random,
    state,
    secondsLeft = 1,
  }: {
    readonly now: number;
    readonly random: Random;
    readonly state: string;
    readonly secondsLeft: number | undefined;
  },
): TemplateSource =>
  withValues(sourceAt(source, now), {
    'random.uuid': () => drawUuid(random),
    'state.name': () => state,
    'state.secondsLeft': () => secondsLeft,
  });
