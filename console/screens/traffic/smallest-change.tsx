import type { ComponentChildren } from 'preact';
import type { Explanation, WholeExchange } from '../../../src/generated/control-schemas.ts';
import { Button, Inline, contentOf, examplesOf, link, readDescription, useRead } from '../../kit/kit.ts';
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
              <code class="change-field">{header[0]}</code>
              <code class="change-before">{draft.headers[header[0].toLowerCase()] ?? 'absent'}</code>
              <code class="change-after">{header[1]}</code>
            </li>
          </ul>
          <div class="row">
            <Apply {...{ ...draft, headers: { ...draft.headers, [header[0].toLowerCase()]: header[1] } }} />
          </div>
        </>
      )}
    </section>
  );
};

const Apply = (draft: Draft): ComponentChildren => (
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
  const obstacle = whyNotSent(exchange);
  const sample = useRead(
    () => sampleOf(operationId ?? ''),
    operationId === null || obstacle !== undefined ? null : [operationId],
  );
  const mended = mendBody(exchange.request.body?.json, violations, sample.value.value);
  return (
    <section class="change">
      <h2>The smallest change that passes</h2>
      <ul class="change-list">
        {violations.map((violation, index) => (
          <OneViolation
            key={index}
            violation={violation}
            operation={operationId}
            after={mended?.after.get(violation.field)}
          />
        ))}
      </ul>
      <div class="row">
        {mended !== undefined && (
          <Apply {...withNewKey({ ...toDraft(exchange), body: JSON.stringify(mended.body, null, 2) })} />
        )}
        {obstacle === undefined && (
          <Button small onClick={onEdit}>
            Edit and send
          </Button>
        )}
        {mended !== undefined && <span class="small muted">Values are from the sample of the operation.</span>}
      </div>
    </section>
  );
};

const SHOWN = 90;

const inShort = (value: unknown): string => {
  const text = JSON.stringify(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
};

const OneViolation = ({
  violation: { field, message, rejectedValue = null },
  operation,
  after,
}: {
  readonly violation: Violation;
  readonly operation: string | null;
  readonly after: unknown;
}) => (
  <li>
    <span class="change-words">
      <code class="change-field">{field === '' ? 'body' : field}</code> <span dir="auto">{message}</span>
    </span>
    {operation !== null && (
      <a class="small" href={link('reference', 'operations', operation, { field })}>
        In the description
      </a>
    )}
    {(after !== undefined || rejectedValue !== null) && (
      <span class="change-values">
        {rejectedValue !== null && (
          <code class="change-before" dir="auto">
            {inShort(rejectedValue)}
          </code>
        )}
        {after !== undefined && <code class="change-after">{inShort(after)}</code>}
      </span>
    )}
  </li>
);

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
    return ['Idempotency-Key', crypto.randomUUID()];
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

interface MendedBody {
  readonly body: unknown;
  /** By the field of the violation: the value that it gets, or undefined where it is left out. */
  readonly after: ReadonlyMap<string, unknown>;
}

type Key = string | number;

/** `vins[0].purchaseAmount.currency` as keys. */
const toKeys = (field: string): readonly Key[] =>
  [...field.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([name, index]) => (index === undefined ? name : Number(index)));

const isObject = (value: unknown): value is Record<Key, unknown> => typeof value === 'object' && value !== null;

/** The sample may have fewer items: its first stands for each. */
const sampleAt = (sample: unknown, keys: readonly Key[]): unknown =>
  keys.reduce<unknown>((value, key) => {
    if (Array.isArray(value) && typeof key === 'number') return (value[key] ?? value[0]) as unknown;
    return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }, sample);

/** The body with what each violation asks for, from a sample of the operation; undefined if the sample does not help. */
const mendBody = (body: unknown, violations: readonly Violation[], sample: unknown): MendedBody | undefined => {
  if (!isObject(body) || !isObject(sample) || violations.length === 0) return undefined;
  const mended = structuredClone(body);
  const after = new Map<string, unknown>();
  for (const { field } of violations) {
    const keys = toKeys(field);
    const last = keys.at(-1);
    const holder = keys
      .slice(0, -1)
      .reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), mended);
    if (last === undefined || !isObject(holder)) return undefined;
    const value = sampleAt(sample, keys);
    if (value !== undefined) holder[last] = structuredClone(value);
    else if (!Object.hasOwn(holder, last)) return undefined;
    // The sample does without it: it may be left out.
    else if (!Array.isArray(holder)) Reflect.deleteProperty(holder, last);
    else return undefined;
    after.set(field, value);
  }
  return { body: mended, after };
};
