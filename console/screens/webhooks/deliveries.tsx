import type { Delivery } from '../../../src/generated/control-schemas.ts';
import {
  Badge,
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
  shownPage,
  useCall,
} from '../../kit/kit.ts';

const status = parameter('status');
const eventType = parameter('event');
const endpoint = parameter('endpoint');

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
    page: shownPage(),
    limit: LIMIT,
  };
  const deliveries = useCall('/deliveries', { query }, ['delivery', 'state', 'clock']);
  return (
    <div class="delivery-list">
      <Resource
        read={deliveries}
        what={['delivery', 'deliveries']}
        isPaged
        all={isFiltered ? link('webhooks') : undefined}
        none={
          <Card>
            <EmptyState icon="webhooks" title="Nothing delivered yet">
              An event that an endpoint subscribes to appears here at once. <code>vatmock trigger</code> causes one.
            </EmptyState>
          </Card>
        }
        table={{ id: ({ id }) => id, href: ({ id }) => link('webhooks', 'deliveries', id), columns: COLUMNS }}
      />
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

/** The name of the inbox that has this URL. */
export const inboxIn = (url: string): string | undefined => /\/__inbox\/(?:[^/]+\/)?([^/]+)$/.exec(url)?.[1];

/** An inbox by its name, any other URL without its scheme. */
export const toPlace = (url: string): string => {
  const inbox = inboxIn(url);
  return inbox === undefined ? url.replace(/^https?:\/\//, '') : `Inbox ${inbox}`;
};
