import { link } from '../../address/address.ts';
import { Badge } from '../../kit/badge.tsx';
import { Card } from '../../kit/card.tsx';
import { inWords } from '../../kit/in-words.ts';
import { toExact } from '../../kit/time.tsx';
import type { OrderDetail } from './words.ts';

type Entry = OrderDetail['timeline'][number];

/** What has touched the order, in order: requests, jobs, events and deliveries, and what is still due. */
export const Timeline = ({ order: { timeline, timelineCount, jobs } }: { readonly order: OrderDetail }) => (
  <Card flush>
    {timelineCount > timeline.length && (
      <p class="muted small timeline-note">
        The newest {timeline.length} of {timelineCount} entries.
      </p>
    )}
    {timelineCount + jobs.length === 0 && <p class="muted timeline-note">Nothing has touched it so far.</p>}
    <ol class="timeline">
      {timeline.map((entry) => (
        <li key={`${entry.kind} ${entry.id}`}>
          <Exact at={entry.at} />
          <Badge tone={entry.kind === 'request' ? 'info' : 'quiet'}>{inWords(entry.kind)}</Badge>
          <span class="timeline-title" dir="auto">
            <EntryLink entry={entry} />
            {entry.status !== undefined && <span class="muted small"> {entry.status}</span>}
          </span>
        </li>
      ))}
      {jobs.map(({ id, title, dueAt }) => (
        <li key={id} class="timeline-due">
          <Exact at={dueAt} />
          <Badge>Due</Badge>
          <span class="timeline-title">{title}</span>
        </li>
      ))}
    </ol>
  </Card>
);

/** To the second: many happen together. */
const Exact = ({ at }: { readonly at: string }) => (
  <time class="small muted" dateTime={at}>
    {toExact(Date.parse(at))}
  </time>
);

const EntryLink = ({ entry: { title, requestId, deliveryId } }: { readonly entry: Entry }) => {
  if (deliveryId !== undefined) return <a href={link('webhooks', 'deliveries', deliveryId)}>{title}</a>;
  if (requestId !== undefined) return <a href={link('traffic', requestId)}>{title}</a>;
  return <>{title}</>;
};
