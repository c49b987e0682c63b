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
  link,
  parameter,
  useCall,
} from '../../kit/kit.ts';

const status = parameter('status');
const eventType = parameter('event');
const endpoint = parameter('endpoint');
const page = parameter('page', '0');

const LIMIT = 50;

/** All deliveries, newest first. */
export const DeliveryList = () => (
  <div class="stack">
    <FilterBar>
      <FilterText label="Event type" value={eventType} />
      <FilterChoice
        label="Status"
        all="All statuses"
        choices={['PENDING', 'DELIVERED', 'FAILED'].map((value) => [value, inWords(value)] as const)}
        value={status}
      />
    </FilterBar>
    <DeliveryTable
      webhookId={endpoint.value || undefined}
      isFiltered={status.value + eventType.value + endpoint.value !== ''}
    />
  </div>
);

export const DeliveryTable = ({
  webhookId,
  isFiltered = false,
}: {
  readonly webhookId: string | undefined;
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
              An event that an endpoint subscribes to appears here at once. A simulator or POST /webhooks/{'{id}'}
              /test causes one.
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
  [
    'Event',
    ({ eventType: type, test }) => (
      <span class="row delivery-event">
        <span class="mono">{type}</span>
        {test && <Badge>test</Badge>}
      </span>
    ),
  ],
  [
    'Status',
    ({ status: state, httpStatus, tries }) => (
      <span class="row delivery-status">
        <State of={state} />
        <span class="tiny muted">{(tries.at(-1)?.failure ?? String(httpStatus ?? '')).replaceAll('_', ' ')}</span>
      </span>
    ),
  ],
  ['Receiver', ({ url }) => <span title={url}>{toPlace(url)}</span>, 'clip'],
  ['Attempts', ({ tries }) => tries.length, 'end'],
  ['Next', ({ dueAt }) => (dueAt === null ? '' : <Time at={dueAt} />), 'clip'],
  ['Created', ({ createdAt }) => <Time at={createdAt} />, 'clip-end'],
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

/** The name of the inbox that has this URL. */
export const inboxIn = (url: string): string | undefined => /\/__inbox\/(?:[^/]+\/)?([^/]+)$/.exec(url)?.[1];

/** An inbox by its name, any other URL without its scheme. */
export const toPlace = (url: string): string => {
  const inbox = inboxIn(url);
  return inbox === undefined ? url.replace(/^https?:\/\//, '') : `Inbox ${inbox}`;
};
