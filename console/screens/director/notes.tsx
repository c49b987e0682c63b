import { Card } from '../../kit/card.tsx';
import { Prose } from '../../kit/prose.tsx';
import type { Show } from './show.ts';

/** What to say now, and what comes. */
export const Notes = ({ show: { current, next, played } }: { readonly show: Show }) => (
  <>
    {played > 0 && (
      <Card title="Notes" class="presenter-notes">
        {typeof current?.notes !== 'string' ? (
          <p class="muted">No notes for this step.</p>
        ) : (
          <Prose text={current.notes} />
        )}
      </Card>
    )}
    <Card title="Next">
      {next === null ? (
        <p class="muted">That was the last step.</p>
      ) : (
        <div class="presenter-next">
          <h3>{next.title}</h3>
          <p class="small muted">{next.sentence}</p>
          {next.notes !== null && <Prose text={next.notes} />}
          {next.actions.length > 0 && (
            <ul class="small">
              {next.actions.map((action, index) => (
                <li key={index}>{action}</li>
              ))}
            </ul>
          )}
        </div>
      )}
    </Card>
  </>
);
