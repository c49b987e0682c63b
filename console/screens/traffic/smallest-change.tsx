import type { Explanation, WholeExchange } from '../../../src/generated/control-schemas.ts';
import { Button, Inline } from '../../kit/kit.ts';
import { link } from '../../server/address.ts';
import { call } from '../../server/call.ts';
import { useRead } from '../../server/use-call.ts';
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
  const mended = mend(exchange);
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
          <Inline text={change.charAt(0).toUpperCase() + change.slice(1).replace(/\.?$/, '.')} />
        </p>
      ))}
      {mended !== undefined && (
        <>
          <ul class="change-list">
            {mended.changes.map(({ name, before, after }) => (
              <li key={name}>
                <code class="change-field">{name}</code>
                <code class="change-before">{before}</code>
                <code class="change-after">{after}</code>
              </li>
            ))}
          </ul>
          <div class="row">
            <Button changes small kind="primary" onClick={() => sendDraft(mended.draft)}>
              Apply and send
            </Button>
          </div>
        </>
      )}
    </section>
  );
};

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
  const draft = toDraft(exchange);
  return (
    <section class="change">
      <h2>The smallest change that passes</h2>
      <ul class="change-list">
        {violations.map((violation, index) => (
          <OneViolation key={index} violation={violation} operation={operationId} after={mended?.after} />
        ))}
      </ul>
      <div class="row">
        {mended !== undefined && (
          <Button
            changes
            small
            kind="primary"
            onClick={() => sendDraft(withNewKey({ ...draft, body: JSON.stringify(mended.body, null, 2) }))}
          >
            Apply and send
          </Button>
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
  violation,
  operation,
  after,
}: {
  readonly violation: Violation;
  readonly operation: string | null;
  readonly after: ReadonlyMap<string, unknown> | undefined;
}) => {
  const { field, message, rejectedValue } = violation;
  const value = after?.get(field);
  return (
    <li>
      <span class="change-words">
        <code class="change-field">{field === '' ? 'body' : field}</code> <span dir="auto">{message}</span>
      </span>
      {operation !== null && (
        <a class="small" href={link('reference', 'operations', operation, { field })}>
          In the description
        </a>
      )}
      {(value !== undefined || (rejectedValue !== null && rejectedValue !== undefined)) && (
        <span class="change-values">
          {rejectedValue !== null && rejectedValue !== undefined && (
            <code class="change-before" dir="auto">
              {inShort(rejectedValue)}
            </code>
          )}
          {value !== undefined && <code class="change-after">{inShort(value)}</code>}
        </span>
      )}
    </li>
  );
};

let samples: Promise<ReadonlyMap<string, unknown>> | undefined;

/** A body of the operation that is ready to be sent; undefined if it takes none. */
const sampleOf = async (operationId: string): Promise<unknown> => {
  samples ??= readSamples();
  return (await samples).get(operationId);
};

/** The description does not change while the server runs: read once. */
const readSamples = async (): Promise<ReadonlyMap<string, unknown>> => {
  const { data } = await call('GET', '/operations');
  return new Map(data.map(({ operationId, body }) => [operationId, body?.examples[0]?.value] as const));
};

interface Mended {
  readonly draft: Draft;
  readonly changes: readonly { readonly name: string; readonly before: string; readonly after: string }[];
}

/** The refused request with the header that it lacked; undefined if another part of it has to change. */
const mend = (exchange: WholeExchange): Mended | undefined => {
  if (whyNotSent(exchange) !== undefined) return undefined;
  const header = headerFor(exchange);
  if (header === undefined) return undefined;
  const draft = toDraft(exchange);
  const [name, after] = header;
  return {
    draft: { ...draft, headers: { ...draft.headers, [name.toLowerCase()]: after } },
    changes: [{ name, before: draft.headers[name.toLowerCase()] ?? 'absent', after }],
  };
};

const headerFor = ({
  problemType,
  response,
  request,
  status,
}: WholeExchange): readonly [string, string] | undefined => {
  if (problemType === 'idempotency-key-reused' || problemType === 'idempotency-key-required')
    return ['Idempotency-Key', crypto.randomUUID()];
  if (problemType === 'version-mismatch' || problemType === 'precondition-required') {
    const version = versionIn(response.body?.json);
    return version === undefined ? undefined : ['If-Match', `"${version}"`];
  }
  if (status === 406) return ['Accept', 'application/json'];
  if (status === 415 && request.body !== null)
    return ['Content-Type', response.headers['accept'] ?? 'application/json'];
  return undefined;
};

const versionIn = (problem: unknown): string | undefined => {
  const current = (problem as { readonly currentResource?: { readonly version?: unknown } } | undefined)
    ?.currentResource;
  const version = current?.version;
  return typeof version === 'number' ? String(version) : undefined;
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
