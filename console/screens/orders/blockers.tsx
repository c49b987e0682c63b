import type { OrderDetail } from '../../../src/generated/control-schemas.ts';
import { link } from '../../address/address.ts';
import { Badge } from '../../kit/badge.tsx';
import { countWords } from './words.ts';

const MOST = 8;

/** As many are news; those of a fresh order are not. */
const MOST_AT_ONCE = 2;

/** Why the order is not valid, and the call that removes each reason: one line, until somebody asks. */
export const Blockers = ({
  order: { blockers, blockerCount, compliance, decision },
}: {
  readonly order: OrderDetail;
}) => {
  if (blockers.length === 0) return null;
  const things = countWords(blockerCount, 'thing');
  const verb = blockerCount === 1 ? 'is' : 'are';
  return (
    <details class="blockers" open={blockerCount <= MOST_AT_ONCE}>
      <summary>
        {decision === null
          ? `${things} ${verb} ${compliance === 'INVALID' ? 'in the way' : 'still missing'}`
          : `${things} spoke against it at the verdict`}
      </summary>
      <ul>
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
    </details>
  );
};
