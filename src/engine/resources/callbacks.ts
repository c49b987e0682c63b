import { targetOf } from '../../kernel/http.ts';
import { valueAt, valueIn } from '../../kernel/json-pointer.ts';
import type { Contract } from '../contract/contract.ts';
import type { Validated } from '../exchange/exchange.ts';
import { type Behaviours, type Outcome, wrapWrites } from '../responders/stateful.ts';
import type { UnitOfWork } from '../sandbox/unit-of-work.ts';
import { type DrawWebhookSecret, EVERY_ENDPOINT, registerEndpoint, webhookEndpoints } from '../webhooks/endpoint.ts';
import { removeEndpoint } from '../webhooks/schedule.ts';
import { textOf } from './keep-body.ts';
import type { Resource } from './resource.ts';

/** Names one thing of a sandbox, for subscriptions to it alone; undefined if it shows no id. */
export const aboutOf = ({ name, id }: Resource, body: unknown): string | undefined => {
  const text = id && textOf(valueIn(body, id));
  return text === undefined ? undefined : `${name}/${text}`;
};

/** Addresses that a sandbox keeps of callbacks; the oldest gives way. */
const MOST_CALLBACKS = 100;

/**
 * Behaviours that also keep the addresses which their callers give for callbacks: each gets the events of the operation's
 * callbacks about the thing that the operation answers with. OpenAPI 3.1.1, 4.8.18: "the key value used to identify the path
 * item object is an expression, evaluated at runtime, that identifies a URL to use for the callback operation".
 */
export const withCallbacks = (
  behaviours: Behaviours,
  operations: Contract['operations'],
  {
    resources,
    drawSecret: secret,
  }: { readonly resources: readonly Resource[]; readonly drawSecret: DrawWebhookSecret },
): Behaviours =>
  wrapWrites(behaviours, operations, ({ id, callbacks = [] }, run) => {
    if (callbacks.length === 0) return run;
    const isOwn = ({ operationId }: { readonly operationId: string }): boolean => operationId === id;
    const resource = resources.find((each) => each.operations.some(isOwn));
    const at = resource?.operations.find(isOwn)?.response ?? [];

    const subscribe = async (work: UnitOfWork, exchange: Validated, outcome: Outcome): Promise<void> => {
      const about = resource && aboutOf({ ...resource, id: [...at, ...(resource.id ?? [])] }, outcome.body);
      for (const { type, expression } of callbacks) {
        const url = fillExpressions(expression, exchange, outcome) ?? '';
        // Where it may lead is decided when it is sent to, as for any webhook endpoint.
        if (!/^https?:/i.test(url) || url.length > MOST_CHARACTERS || !URL.canParse(url)) continue;
        const known = work.findAll(webhookEndpoints, EVERY_ENDPOINT).filter((endpoint) => endpoint.about !== undefined);
        const [oldest] = known;
        if (oldest !== undefined && known.length >= MOST_CALLBACKS) await removeEndpoint(work, oldest);
        registerEndpoint(work, { url, subscriptions: [type], administratorEmail: '', secret, about: about ?? id });
      }
    };
    return async (visit) => {
      const outcome = await run(visit);
      if (outcome !== undefined && outcome.status < 300) await subscribe(visit.work, visit.exchange, outcome);
      return outcome;
    };
  });

/** Of a URL, as for any webhook endpoint. */
const MOST_CHARACTERS = 2048;

/** What an expression may name of a call. */
type Called = Pick<Validated, 'request' | 'pathParameters' | 'input'>;

/** OpenAPI 3.1.1, 4.8.20.4: `$request.` or `$response.`, then `header.`, `query.` or `path.` and a name, or `body` and a pointer. */
const SOURCE = /^\$(request|response)\.(?:(header|query|path)\.(.+)|body(?:#(.*))?)$/;

/** The value of a runtime expression; undefined if it has none, or is none. */
export const valueOf = (expression: string, called: Called, { status, headers, body }: Outcome): unknown => {
  const { request, pathParameters, input } = called;
  if (expression === '$url') return request.origin + targetOf(request);
  if (expression === '$method') return request.method;
  if (expression === '$statusCode') return status;
  const [, side = '', part = 'body', name = '', pointer = ''] = SOURCE.exec(expression) ?? [];
  switch (`${side} ${part}`) {
    case 'request header':
      return request.header(name.toLowerCase());
    case 'request query':
      return new URLSearchParams(request.query).get(name) ?? undefined;
    case 'request path':
      return pathParameters[name];
    case 'request body':
      return valueAt(input.body, `#${pointer}`);
    case 'response header':
      return headers?.[name.toLowerCase()];
    case 'response body':
      return valueAt(body, `#${pointer}`);
    default:
      return undefined;
  }
};

/**
 * A text with the values of its expressions, which are embedded in braces or are the whole of it; undefined if one has no value.
 */
export const fillExpressions = (template: string, called: Called, outcome: Outcome): string | undefined => {
  const parts = template.startsWith('$') ? [`{${template}}`] : template.split(/(\{\$[^{}]*\})/);
  const texts = parts.map((part) => {
    const value = /^\{\$/.test(part) ? valueOf(part.slice(1, -1), called, outcome) : part;
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  });
  return texts.includes(undefined) ? undefined : texts.join('');
};
