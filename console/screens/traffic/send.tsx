import { useSignal } from '@preact/signals';
import type { Explanation, Problem, WholeExchange } from '../../../src/generated/control-schemas.ts';
import { Button, Fields, FormDialog, Inline, List, go, link, useRead, withQuery } from '../../kit/kit.ts';
import { type ApiRequest, drawKey, sendAsClient } from '../../server/api-request.ts';
import { contentOf, examplesOf, readDescription } from '../../server/description.ts';
import { toExchange } from './exchange-log.tsx';

/** Answered by a step of a scenario. */
export const isFromScenario = ({ source }: WholeExchange): boolean => source === 'scenario';

/** What a refusal says, as far as it is one of the API: a scenario may answer anything. */
export const problemOf = ({ response }: WholeExchange) =>
  (response.body?.json ?? {}) as Partial<Problem> & { readonly currentResource?: { readonly version?: unknown } };

type Violation = NonNullable<Problem['errors']>[number];

const violationsOf = (exchange: WholeExchange): readonly Violation[] => {
  const { errors } = problemOf(exchange);
  return Array.isArray(errors) ? (errors as readonly Violation[]) : [];
};

/** A request that a person may edit before it is sent. */
type Draft = ApiRequest & Required<Pick<ApiRequest, 'headers'>> & { readonly body: string | undefined };

/** What the journal has in place of a secret. */
export const HIDDEN = '[redacted]';

/** What the browser or the connection sets anew. */
const NOT_SENT = new Set([
  'host',
  'connection',
  'content-length',
  'authorization',
  'user-agent',
  'accept-encoding',
  'cookie',
  'origin',
  'referer',
  'transfer-encoding',
  'expect',
  'keep-alive',
  'te',
  'upgrade',
  'date',
  'traceparent',
  'tracestate',
]);

/** Undefined if it can be sent as it was. */
export const whyNotSent = ({ request: { body }, path }: WholeExchange): string | undefined => {
  if (path.includes('{')) return 'The path of a public link is a secret: the journal does not have it.';
  if (body?.cut === true) return 'The journal keeps the first 16 KiB of the body only.';
  if (body?.parts !== undefined) return 'The journal does not keep the bytes of uploads.';
  if (body !== null && body.json === undefined && body.text === undefined)
    return 'The body is not text; the journal does not keep it.';
  return undefined;
};

export const toDraft = ({ method, path, request, clientId, operationId }: WholeExchange): Draft => {
  const query = new URLSearchParams();
  for (const [name, values] of Object.entries(request.query)) for (const value of values) query.append(name, value);
  const { body } = request;
  const headers = Object.entries(request.headers).filter(
    ([name, value]) => !NOT_SENT.has(name) && !name.startsWith('sec-') && !value.includes(HIDDEN),
  );
  return {
    method,
    path: withQuery(path, query),
    headers: Object.fromEntries(headers),
    body: body === null ? undefined : (body.text ?? JSON.stringify(body.json, null, 2)),
    clientId: clientId ?? undefined,
    operationId: operationId ?? undefined,
  };
};

/** A new key: with the old one, the stored response would be played again. */
export const withNewKey = (draft: Draft): Draft =>
  'idempotency-key' in draft.headers
    ? { ...draft, headers: { ...draft.headers, 'idempotency-key': drawKey() } }
    : draft;

/** Sends a real request to the API, and opens its exchange. */
export const sendDraft = async (draft: ApiRequest) => {
  const { status, requestId } = await sendAsClient(draft);
  if (requestId !== undefined) go(toExchange(requestId));
  return `${draft.method} was answered with ${status}`;
};

/** Lets a person change a request before it is sent once more. */
export const EditAndSend = ({
  exchange,
  onClose,
}: {
  readonly exchange: WholeExchange;
  readonly onClose: () => void;
}) => {
  const first = withNewKey(toDraft(exchange));
  const lines = Object.entries(first.headers).map(([name, value]) => `${name}: ${value}`);
  const written = useSignal({ path: first.path, headers: lines.join('\n'), body: first.body ?? '' });
  const { path, headers, body } = written.value;
  const violations = violationsOf(exchange);
  const fault = faultOf(body, first.headers['content-type']);
  const hasBody = first.body !== undefined || (first.method !== 'GET' && first.method !== 'DELETE');
  const send = async () => {
    const said = await sendDraft({ ...first, path, headers: fromLines(headers), body: body || undefined });
    onClose();
    return said;
  };
  return (
    <FormDialog title="Edit and send" verb={`Send ${first.method}`} wide onClose={onClose} onSubmit={send}>
      <Fields
        of={written}
        fields={[
          { name: 'path', label: 'Path', class: 'mono' },
          { name: 'headers', label: 'Headers, one per line; the token is added', rows: 4 },
          ...(hasBody ? [{ name: 'body', label: 'Body', rows: 14 } as const] : []),
        ]}
      />
      {fault && <p class="small edit-fault">{fault}</p>}
      {violations.length > 0 && (
        <div class="small">
          <b>What was wrong with it</b>
          <List of={violations} class="edit-violations">
            {({ field, message }) => (
              <>
                <code>{field || 'body'}</code> {message}
              </>
            )}
          </List>
        </div>
      )}
    </FormDialog>
  );
};

const fromLines = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1).trim()] as const)
      .filter(([name]) => name !== ''),
  );

/** A body that is no JSON may be sent on purpose: it is said, not refused. */
const faultOf = (body: string, mediaType: string | undefined): string | undefined => {
  if (body === '' || mediaType?.includes('json') !== true) return undefined;
  try {
    JSON.parse(body);
    return undefined;
  } catch (error) {
    return `This is not JSON yet: ${error instanceof Error ? error.message : String(error)}`;
  }
};

interface SmallestChangeProps {
  readonly exchange: WholeExchange;
  readonly explanation: Explanation | undefined;
  readonly onEdit: () => void;
}

/** What a refused request would have needed. */
export const SmallestChange = (props: SmallestChangeProps) => {
  const { exchange, explanation } = props;
  const violations = violationsOf(exchange);
  if (violations.length > 0) return <InBody {...props} violations={violations} />;
  const changes = explanation?.smallestChange ?? [];
  if (changes.length === 0) return null;
  const header = whyNotSent(exchange) === undefined ? headerFor(exchange) : undefined;
  const [name = '', value = ''] = header ?? [];
  const draft = toDraft(exchange);
  return (
    <section class="change">
      {/* A scripted refusal and a fault of the server are not mended by another request. */}
      <h2>
        {isFromScenario(exchange) || exchange.status >= 500
          ? 'What your client can do'
          : 'The smallest change that passes'}
      </h2>
      {changes.map((change) => (
        <p key={change}>
          {/* A member has its own case. */}
          <Inline
            text={(exchange.status === 422 ? change : change.charAt(0).toUpperCase() + change.slice(1)).replace(
              /\.?$/,
              '.',
            )}
          />
        </p>
      ))}
      {header && (
        <>
          <ul class="change-list">
            <li>
              <code class="change-field">{name}</code>
              <code class="change-before">{draft.headers[name.toLowerCase()] ?? 'absent'}</code>
              <code class="change-after">{value}</code>
            </li>
          </ul>
          <div class="row">
            <Apply {...draft} headers={{ ...draft.headers, [name.toLowerCase()]: value }} />
          </div>
        </>
      )}
    </section>
  );
};

const Apply = (draft: Draft) => (
  <Button changes small kind="primary" onClick={() => sendDraft(draft)}>
    Apply and send
  </Button>
);

const InBody = ({
  exchange,
  onEdit,
  violations,
}: SmallestChangeProps & { readonly violations: readonly Violation[] }) => {
  const { operationId } = exchange;
  const isSent = whyNotSent(exchange) === undefined;
  const sample = useRead(() => sampleOf(operationId ?? ''), isSent ? operationId : null);
  const body = mendBody(exchange.request.body?.json, violations, sample.value);
  return (
    <section class="change">
      <h2>The smallest change that passes</h2>
      <List of={violations} class="change-list">
        {({ field, message, rejectedValue: before = null }) => {
          const after = body && valueAt(body, toKeys(field));
          return (
            <>
              <span class="change-words">
                <code class="change-field">{field || 'body'}</code> <span>{message}</span>
              </span>
              {operationId && (
                <a class="small" href={link('reference', 'operations', operationId, { field })}>
                  In the description
                </a>
              )}
              {(after !== undefined || before !== null) && (
                <span class="change-values">
                  {before !== null && <code class="change-before">{inShort(before)}</code>}
                  {after !== undefined && <code class="change-after">{inShort(after)}</code>}
                </span>
              )}
            </>
          );
        }}
      </List>
      <div class="row">
        {body !== undefined && <Apply {...withNewKey({ ...toDraft(exchange), body: JSON.stringify(body, null, 2) })} />}
        {isSent && (
          <Button small onClick={onEdit}>
            Edit and send
          </Button>
        )}
        {body !== undefined && <span class="small muted">Values are from the sample of the operation.</span>}
      </div>
    </section>
  );
};

const SHOWN = 90;

const inShort = (value: unknown): string => {
  const text = JSON.stringify(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
};

/** A body of the operation that is ready to be sent; undefined if it takes none. */
const sampleOf = async (operationId: string): Promise<unknown> => {
  const description = await readDescription('api');
  const operation = description.operations.find(({ id }) => id === operationId);
  const [, content = {}] = (operation && contentOf(operation)) ?? [];
  return examplesOf(description, content)[0]?.value;
};

/** The header that the request lacked; undefined if another part of it has to change. */
const headerFor = (exchange: WholeExchange): readonly [name: string, value: string] | undefined => {
  const { problemType, response, request, status } = exchange;
  if (problemType === 'idempotency-key-reused' || problemType === 'idempotency-key-required')
    return ['Idempotency-Key', drawKey()];
  if (problemType === 'version-mismatch' || problemType === 'precondition-required') {
    const version = problemOf(exchange).currentResource?.version;
    return typeof version === 'number' ? ['If-Match', `"${version}"`] : undefined;
  }
  if (status === 406) return ['Accept', 'application/json'];
  if (status === 415 && request.body !== null)
    return ['Content-Type', response.headers['accept'] ?? 'application/json'];
  return undefined;
};

type Key = string | number;

/** `vins[0].purchaseAmount.currency` as keys. */
const toKeys = (field: string): readonly Key[] =>
  [...field.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([name, index]) => (index === undefined ? name : Number(index)));

const isObject = (value: unknown): value is Record<Key, unknown> => typeof value === 'object' && value !== null;

/** A sample may have fewer items: its first stands for each. */
const valueAt = (value: unknown, keys: readonly Key[]): unknown =>
  keys.reduce<unknown>((within, key) => {
    if (Array.isArray(within) && typeof key === 'number') return (within[key] ?? within[0]) as unknown;
    return isObject(within) && Object.hasOwn(within, key) ? within[key] : undefined;
  }, value);

/** The body with what each violation asks for, from a sample of the operation; undefined if the sample does not help. */
const mendBody = (body: unknown, violations: readonly Violation[], sample: unknown): unknown => {
  if (!isObject(body) || !isObject(sample)) return undefined;
  const mended = structuredClone(body);
  for (const { field } of violations) {
    const keys = toKeys(field);
    const last = keys.at(-1);
    const holder = valueAt(mended, keys.slice(0, -1));
    if (last === undefined || !isObject(holder)) return undefined;
    const value = valueAt(sample, keys);
    if (value !== undefined) holder[last] = structuredClone(value);
    // The sample does without it: it may be left out.
    else if (Object.hasOwn(holder, last) && !Array.isArray(holder)) Reflect.deleteProperty(holder, last);
    else return undefined;
  }
  return mended;
};
