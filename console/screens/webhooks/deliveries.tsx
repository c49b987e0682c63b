import type { Delivery } from '../../../src/generated/control-schemas.ts';
import {
  Badge,
  Button,
  Card,
  type Column,
  EmptyState,
  FilterBar,
  FilterChoice,
  FilterText,
  Resource,
  State,
  Time,
  inWords,
} from '../../kit/kit.ts';
import { link, parameter } from '../../server/address.ts';
import { useCall } from '../../server/use-call.ts';

const status = parameter('status');
const eventType = parameter('event');
const endpoint = parameter('endpoint');
const page = parameter('page', '0');

const LIMIT = 50;

const STATUSES = ['PENDING', 'DELIVERED', 'FAILED'].map((value) => ({ value, title: inWords(value) }));

/** All deliveries, newest first. */
export const DeliveryList = () => (
  <div class="stack">
    <FilterBar>
      <FilterText label="Event type" value={eventType} />
      <FilterChoice label="Status" all="All statuses" choices={STATUSES} value={status} />
    </FilterBar>
    <DeliveryTable
      {...(endpoint.value === '' ? {} : { webhookId: endpoint.value })}
      isFiltered={status.value !== '' || eventType.value !== '' || endpoint.value !== ''}
    />
  </div>
);

export const DeliveryTable = ({
  webhookId,
  isFiltered = false,
}: {
  readonly webhookId?: string;
  readonly isFiltered?: boolean;
}) => {
  const query = {
    webhookId,
    status: (status.value || undefined) as Delivery['status'] | undefined,
    eventType: eventType.value || undefined,
    page: Number(page.value),
    limit: LIMIT,
  };
  const deliveries = useCall('/deliveries', { query }, ['delivery', 'state', 'clock']);
  const { totalPages = 0, totalElements = 0 } = deliveries.value.value?.pagination ?? {};
  return (
    <div class="delivery-list">
      <Resource
        read={deliveries}
        what={['delivery', 'deliveries']}
        all={isFiltered ? link('webhooks') : undefined}
        none={
          <Card>
            <EmptyState icon="webhooks" title="Nothing delivered yet">
              <p class="small">
                An event that an endpoint subscribes to appears here at once. A simulator or POST /webhooks/{'{id}'}
                /test causes one.
              </p>
            </EmptyState>
          </Card>
        }
        table={{ id: ({ id }) => id, href: ({ id }) => link('webhooks', 'deliveries', id), columns: COLUMNS }}
      />
      {totalPages > 1 && <Pages total={totalElements} pages={totalPages} />}
    </div>
  );
};

const COLUMNS: readonly Column<Delivery>[] = [
  { title: 'Event', cell: ({ eventType: type, test }) => <EventType type={type} isTest={test} /> },
  { title: 'Status', cell: (delivery) => <DeliveryStatus delivery={delivery} /> },
  { title: 'Receiver', clip: true, cell: ({ url }) => <span title={url}>{toPlace(url)}</span> },
  { title: 'Attempts', end: true, cell: ({ tries }) => tries.length },
  { title: 'Next', clip: true, cell: ({ dueAt }) => (dueAt === null ? '' : <Time at={dueAt} />) },
  { title: 'Created', end: true, clip: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
];

const Pages = ({ total, pages }: { readonly total: number; readonly pages: number }) => {
  const current = Number(page.value);
  const turn = (by: number) => () => {
    page.value = String(current + by);
  };
  return (
    <div class="row spread delivery-pages">
      <span class="small muted">
        {total.toLocaleString('en')} deliveries, page {current + 1} of {pages}
      </span>
      <span class="row">
        <Button small disabled={current === 0} onClick={turn(-1)}>
          Newer
        </Button>
        <Button small disabled={current + 1 >= pages} onClick={turn(1)}>
          Older
        </Button>
      </span>
    </div>
  );
};

const EventType = ({ type, isTest }: { readonly type: string; readonly isTest: boolean }) => (
  <span class="row delivery-event">
    <span class="mono">{type}</span>
    {isTest && <Badge>test</Badge>}
  </span>
);

const DeliveryStatus = ({ delivery: { status: state, httpStatus, tries } }: { readonly delivery: Delivery }) => {
  const last = tries.at(-1);
  const why = last?.failure ?? (httpStatus === null ? undefined : String(httpStatus));
  return (
    <span class="row delivery-status">
      <State of={state} />
      {why !== undefined && <span class="tiny muted">{why.replaceAll('_', ' ')}</span>}
    </span>
  );
};

const INBOX = /\/__inbox\/(?:[^/]+\/)?([^/]+)$/;

/** The name of the inbox that has this URL. */
export const inboxIn = (url: string): string | undefined => INBOX.exec(url)?.[1];

/** An inbox by its name, any other URL without its scheme. */
export const toPlace = (url: string): string => {
  const inbox = inboxIn(url);
  return inbox === undefined ? url.replace(/^https?:\/\//, '') : `Inbox ${inbox}`;
};
