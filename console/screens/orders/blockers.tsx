import { link } from '../../address/address.ts';
import { Badge } from '../../kit/badge.tsx';
import { Card } from '../../kit/card.tsx';
import { type OrderDetail, countWords } from './words.ts';

const MOST = 8;

/** Why the order is not valid, and the call that removes each reason. */
export const Blockers = ({ order: { blockers, blockerCount, decision } }: { readonly order: OrderDetail }) => {
  if (blockers.length === 0) return null;
  return (
    <Card title={`${countWords(blockerCount, 'blocker')}${decision === null ? '' : ' at the verdict'}`}>
      <ul class="blockers">
        {blockers.slice(0, MOST).map(({ code, message, vin, operationId, remedy }) => (
          <li key={`${code} ${vin ?? ''}`}>
            <div class="row">
              <Badge tone="warn">{code}</Badge>
              {vin !== undefined && <code>{vin}</code>}
            </div>
            <div>
              <p dir="auto">{message}</p>
              <p class="muted small">
                {remedy}
                {operationId !== null && (
                  <>
                    {' '}
                    <a href={link('reference', 'api', operationId)}>{operationId}</a>
                  </>
                )}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {blockerCount > MOST && <p class="muted small">and {blockerCount - MOST} more: see Compliance.</p>}
    </Card>
  );
};
