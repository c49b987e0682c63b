import type { Finding } from '../../../src/generated/control-schemas.ts';
import { link } from '../../address/address.ts';
import { Badge } from '../../kit/badge.tsx';
import { Card } from '../../kit/card.tsx';
import { Guess } from '../../kit/guess.tsx';
import { Inline } from '../../kit/prose.tsx';
import { Time } from '../../kit/time.tsx';


/** A mistake: what was seen, which sentence of the description it breaks, what to do, and the requests that show it. */
export const FindingCard = ({ finding }: { readonly finding: Finding }) => {
  const { rule, title, quote, assumptions, remedy, clientId, subject, detail, certain, count, lastSeenAt } = finding;
  return (
    <li>
      <Card
        title={
          <span class="row">
            <Badge tone={certain ? 'bad' : 'warn'}>{certain ? 'Mistake' : 'Suspicion'}</Badge>
            {title}
            {assumptions.length > 0 && (
              <Guess id={assumptions.join(', ')}>
                <p>This also depends on assumptions of the stub:</p>
                <ul>
                  {assumptions.map((id) => (
                    <li key={id}>
                      <a href={link('reference', 'assumptions', id)}>{id}</a>
                    </li>
                  ))}
                </ul>
              </Guess>
            )}
          </span>
        }
        actions={
          <span class="muted small">
            {count === 1 ? 'once' : `${String(count)} times`}, last <Time at={lastSeenAt} />
          </span>
        }
      >
        <div class="finding">
          <div class="stack">
            <p class="reading" dir="auto">
              <Inline text={detail} />
            </p>
            <blockquote class="report-quote reading">
              <Inline text={quote} />
            </blockquote>
            <p class="reading">
              <b>Remedy:</b> <Inline text={remedy} />
            </p>
          </div>
          <div class="stack small">
            <p class="muted">
              <code>{rule}</code> · {subject}
              {clientId !== null && ` · ${clientId}`}
            </p>
            <Shows finding={finding} />
          </div>
        </div>
      </Card>
    </li>
  );
};

const Shows = ({ finding: { requests, deliveries } }: { readonly finding: Finding }) => (
  <ul class="row" aria-label="Exchanges that show it">
    {requests.map((id) => (
      <li key={id}>
        <a href={link('traffic', id)}>
          <code>{id.slice(0, 8)}</code>
        </a>
      </li>
    ))}
    {deliveries.map((id) => (
      <li key={id}>
        <a href={link('webhooks', 'deliveries', id)}>
          <code>{id.slice(0, 12)}</code>
        </a>
      </li>
    ))}
  </ul>
);
