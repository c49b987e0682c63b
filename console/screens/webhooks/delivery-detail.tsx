import type { DeliveryTry, WholeDelivery } from '../../../src/generated/control-schemas.ts';
import { go, link, parameter } from '../../address/address.ts';
import { Badge, HttpStatus } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { CodeBlock } from '../../kit/code-block.tsx';
import { Icon } from '../../kit/icon.tsx';
import { JsonTree } from '../../kit/json-tree.tsx';
import { KeyValues } from '../../kit/key-values.tsx';
import { Shown } from '../../kit/shown.tsx';
import { Table } from '../../kit/table.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import { Time } from '../../kit/time.tsx';
import { showToast } from '../../kit/toast.tsx';
import { call } from '../../server/call.ts';
import { useCall } from '../../server/use-call.ts';
import { FAILURES } from './attempt-result.ts';
import { AttemptLine } from './attempt-line.tsx';
import { DeliverySignature } from './delivery-signature.tsx';
import { TONES, WORDS, toPlace } from './delivery-list.tsx';

const tab = parameter('tab');

export const DeliveryDetail = ({ id }: { readonly id: string }) => {
  const delivery = useCall('/deliveries/{id}', { path: { id } }, ['delivery', 'state', 'clock']);
  return (
    <div class="stack delivery-detail">
      <a class="webhooks-back small" data-close href={link('webhooks')}>
        All deliveries
      </a>
      <Shown read={delivery}>{(value) => <Opened delivery={value} />}</Shown>
    </div>
  );
};

const replay = async (id: string): Promise<void> => {
  const started = await call('POST', '/deliveries/{id}/replay', { path: { id } });
  showToast('The event is sent again, as a new delivery.');
  go(link('webhooks', 'deliveries', started.id));
};

const advanceTo = async (to: string): Promise<void> => {
  await call('POST', '/clock/advance', { body: { to } });
};

const Opened = ({ delivery }: { readonly delivery: WholeDelivery }) => {
  const { id, eventType, status, test, url, webhookId, dueAt, tries } = delivery;
  return (
    <>
      <Card
        title={
          <span class="row">
            <span class="mono">{eventType}</span>
            <Badge tone={TONES[status]}>{WORDS[status]}</Badge>
            {test && <Badge>test</Badge>}
          </span>
        }
        actions={
          <Button changes icon="reset" onClick={() => replay(id)}>
            Replay
          </Button>
        }
      >
        <div class="stack">
          {dueAt !== null && (
            <div class="row delivery-next">
              <Icon name="clock" />
              <span>
                Next attempt{' '}
                <strong>
                  <Time at={dueAt} />
                </strong>
              </span>
              <Button changes small onClick={() => advanceTo(dueAt)}>
                Advance the clock to it
              </Button>
            </div>
          )}
          <AttemptLine delivery={delivery} />
          <KeyValues
            of={[
              ['Receiver', <a href={link('webhooks', 'endpoints', webhookId)}>{toPlace(url) || webhookId}</a>],
              ['Event', <code>{delivery.eventId}</code>],
              ['Delivery', <code>{id}</code>],
              ['Created', <Time at={delivery.createdAt} />],
            ]}
          />
        </div>
      </Card>
      <Tabs
        label="Parts of the delivery"
        chosen={tab}
        tabs={[
          { id: 'attempts', title: `Attempts (${String(tries.length)})`, content: () => <Attempts tries={tries} /> },
          { id: 'payload', title: 'Payload', content: () => <Payload body={delivery.body} /> },
          { id: 'signature', title: 'Signature', content: () => <DeliverySignature delivery={delivery} /> },
        ]}
      />
    </>
  );
};

const Attempts = ({ tries }: { readonly tries: readonly DeliveryTry[] }) =>
  tries.length === 0 ? (
    <p class="muted">No attempt yet. The first one is sent as soon as it is due on the clock of the sandbox.</p>
  ) : (
    <Card flush>
      <Table
        caption="Attempts"
        rows={tries.map((made, index) => ({ ...made, index }))}
        id={({ index }) => String(index)}
        columns={[
          { title: 'Attempt', cell: ({ index, counts }) => (counts ? index + 1 : <Badge>copy</Badge>) },
          { title: 'When', cell: ({ at }) => <Time at={at} /> },
          {
            title: 'Response',
            cell: ({ httpStatus, failure }) =>
              httpStatus === null ? (
                <Badge tone="bad">{FAILURES[failure ?? ''] ?? 'No response'}</Badge>
              ) : (
                <HttpStatus status={httpStatus} />
              ),
          },
          {
            title: 'Body',
            cell: ({ answer, detail }) => <span class="tiny delivery-answer">{detail ?? answer ?? ''}</span>,
          },
          {
            title: 'Injected fault',
            cell: ({ chaos }) =>
              chaos === null ? '' : <span class="tiny">{`${chaos.did.join(', ')} (${chaos.by})`}</span>,
          },
        ]}
      />
    </Card>
  );

const Payload = ({ body }: { readonly body: string }) => {
  const bytes = new TextEncoder().encode(body).length;
  return (
    <div class="stack">
      <p class="small muted">
        {bytes.toLocaleString('en')} bytes, the same in every attempt. The signature covers exactly these bytes.
      </p>
      <CodeBlock text={body} what="the payload" wrap />
      <Parsed body={body} />
    </div>
  );
};

const Parsed = ({ body }: { readonly body: string }) => {
  try {
    return (
      <Card title="As JSON">
        <JsonTree value={JSON.parse(body) as unknown} open={3} />
      </Card>
    );
  } catch {
    return null;
  }
};
