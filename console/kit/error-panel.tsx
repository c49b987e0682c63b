import type { Refused } from '../server/refusal.ts';
import { Button } from './button.tsx';

/** Why something could not be shown or done, and what to do about it. */
export const ErrorPanel = ({ refused, onRetry }: { readonly refused: Refused; readonly onRetry?: () => unknown }) => (
  <div class="error-panel" role="alert">
    <h2>{refused.title}</h2>
    <p>{refused.detail}</p>
    {refused.errors !== undefined && refused.errors.length > 0 && (
      <ul>
        {refused.errors.map(({ field, message }) => (
          <li key={`${field} ${message}`}>
            <code>{field}</code> {message}
          </li>
        ))}
      </ul>
    )}
    <div class="row">
      {onRetry !== undefined && (
        <Button small onClick={onRetry}>
          Try again
        </Button>
      )}
      {refused.traceId !== undefined && <span class="tiny muted">Trace {refused.traceId}</span>}
    </div>
  </div>
);
