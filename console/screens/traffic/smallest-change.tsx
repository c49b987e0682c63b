import type { components } from '../../../src/generated/admin-types.ts';
import { link } from '../../address/address.ts';
import { Button } from '../../kit/button.tsx';
import type { WholeExchange } from './whole-exchange.ts';
import { mend } from './mend.ts';
import { sendDraft } from './send-again.ts';
import { type Violation, violationsOf } from './violations.ts';

interface SmallestChangeProps {
  readonly exchange: WholeExchange;
  readonly explanation: components['schemas']['Explanation'] | undefined;
  readonly onEdit: () => void;
}

/** What a refused request would have needed. */
export const SmallestChange = ({ exchange, explanation, onEdit }: SmallestChangeProps) => {
  const violations = violationsOf(exchange);
  const changes = explanation?.smallestChange ?? [];
  if (violations.length === 0 && changes.length === 0) return null;
  const mended = mend(exchange);
  return (
    <section class="change">
      <h2>The smallest change that passes</h2>
      {violations.length > 0 ? (
        <ul class="change-list">
          {violations.map((violation, index) => (
            <OneViolation key={index} violation={violation} operation={exchange.operationId} />
          ))}
        </ul>
      ) : (
        changes.map((change) => <p key={change}>{change.charAt(0).toUpperCase() + change.slice(1)}.</p>)
      )}
      {mended !== undefined && (
        <ul class="change-list">
          {mended.changes.map(({ name, before, after }) => (
            <li key={name}>
              <code class="change-field">{name}</code>
              <code class="change-before">{before}</code>
              <code class="change-after">{after}</code>
            </li>
          ))}
        </ul>
      )}
      <div class="row">
        {mended !== undefined && (
          <Button small kind="primary" onClick={() => sendDraft(mended.draft)}>
            Apply and send
          </Button>
        )}
        {violations.length > 0 && (
          <Button small onClick={onEdit}>
            Edit and send
          </Button>
        )}
      </div>
    </section>
  );
};

const OneViolation = ({
  violation,
  operation,
}: {
  readonly violation: Violation;
  readonly operation: string | null;
}) => {
  const { field, message, rejectedValue } = violation;
  return (
    <li>
      <code class="change-field">{field === '' ? 'body' : field}</code>
      {rejectedValue !== null && rejectedValue !== undefined && (
        <code class="change-before" dir="auto">
          {JSON.stringify(rejectedValue).slice(0, 120)}
        </code>
      )}
      <span dir="auto">{message}</span>
      {operation !== null && (
        <a class="small" href={link('reference', 'operations', operation, { field })}>
          In the description
        </a>
      )}
    </li>
  );
};
