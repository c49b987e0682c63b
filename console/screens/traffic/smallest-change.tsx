import type { Explanation, WholeExchange } from '../../../src/generated/control-schemas.ts';
import { link } from '../../address/address.ts';
import { Button } from '../../kit/button.tsx';
import { Inline } from '../../kit/prose.tsx';
import { call } from '../../server/call.ts';
import { useRead } from '../../server/use-call.ts';
import { toDraft, whyNotSent, withNewKey } from './draft.ts';
import { mendBody } from './mend-body.ts';
import { mend } from './mend.ts';
import { sendDraft } from './send-again.ts';
import { type Violation, violationsOf } from './violations.ts';
import { isFromScenario } from './whole-exchange.ts';

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

interface OneViolationProps {
  readonly violation: Violation;
  readonly operation: string | null;
  readonly after: ReadonlyMap<string, unknown> | undefined;
}

const SHOWN = 90;

const inShort = (value: unknown): string => {
  const text = JSON.stringify(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
};

const OneViolation = ({ violation, operation, after }: OneViolationProps) => {
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
