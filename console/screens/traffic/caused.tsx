import { link } from '../../address/address.ts';
import { Badge, type Tone } from '../../kit/badge.tsx';
import { inWords } from '../../kit/in-words.ts';
import { Shown } from '../../kit/shown.tsx';
import { Time } from '../../kit/time.tsx';
import { useCall } from '../../server/use-call.ts';

interface CausedEvent {
  readonly id: string;
  readonly type: string;
}

/** The events that a request caused, and where they were delivered. */
export const Caused = ({ events }: { readonly events: readonly CausedEvent[] }) =>
  events.length === 0 ? (
    <p class="muted">This request caused no event. Events of jobs that it started, such as a VIES check, come later.</p>
  ) : (
    <ul class="caused">
      {events.map((event) => (
        <li key={event.id}>
          <div class="row">
            <b>{event.type}</b> <code class="small muted">{event.id}</code>
          </div>
          <Deliveries eventId={event.id} />
        </li>
      ))}
    </ul>
  );

const TONES: Readonly<Record<string, Tone>> = { DELIVERED: 'ok', FAILED: 'bad', PENDING: 'info', RETRYING: 'warn' };

const Deliveries = ({ eventId }: { readonly eventId: string }) => (
  <Shown read={useCall('/deliveries', { query: { eventId } }, ['delivery'])} rows={1}>
    {({ data }) =>
      data.length === 0 ? (
        <p class="small muted">No endpoint receives it.</p>
      ) : (
        <ul>
          {data.map(({ id, status, webhookId, createdAt }) => (
            <li key={id} class="row small">
              <Badge tone={TONES[status] ?? 'quiet'}>{inWords(status)}</Badge>
              <a href={link('webhooks', 'deliveries', id)}>delivery to {webhookId}</a>
              <span class="muted">
                <Time at={createdAt} />
              </span>
            </li>
          ))}
        </ul>
      )
    }
  </Shown>
);
