import type { Explanation, WholeExchange } from '../../../src/generated/control-schemas.ts';
import { Button, Inline, List, link, useRead } from '../../kit/kit.ts';
import { drawKey } from '../../server/api-request.ts';
import { contentOf, examplesOf, readDescription } from '../../server/description.ts';
import {
  type Draft,
  type Violation,
  isFromScenario,
  sendDraft,
  toDraft,
  violationsOf,
  whyNotSent,
  withNewKey,
} from './send.tsx';

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
      {header !== undefined && (
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
              {operationId !== null && (
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
    const { currentResource } = (response.body?.json ?? {}) as {
      readonly currentResource?: { readonly version?: unknown };
    };
    const version = currentResource?.version;
    return typeof version === 'number' ? ['If-Match', `"${String(version)}"`] : undefined;
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
