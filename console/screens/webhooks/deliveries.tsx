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
    <DeliveryTable webhookId={endpoint.value} />
  </div>
);

/** Those of an endpoint, if it is not empty. */
export const DeliveryTable = ({ webhookId }: { readonly webhookId: string }) => {
  const query = {
    webhookId,
    page: shownPage(),
    limit: 50,
    status: (status.value || undefined) as Delivery['status'] | undefined,
    eventType: eventType.value || undefined,
  };
  return (
    <div class="delivery-list">
      <Resource
        read={useCall('/deliveries', { query })}
        what={['delivery', 'deliveries']}
        isPaged
        all={status.value + eventType.value + endpoint.value === '' ? undefined : link('webhooks')}
        none={
          <Card>
            <EmptyState icon="webhooks" title="Nothing delivered yet">
              An event that an endpoint subscribes to appears here at once. <code>vatmock trigger</code> causes one.
            </EmptyState>
          </Card>
        }
        table={{ href: ({ id }) => link('webhooks', 'deliveries', id), columns: COLUMNS }}
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
  ['Created', 'createdAt', 'clip-end'],
];

/** The name of the inbox that has this URL. */
export const inboxIn = (url: string): string | undefined => /\/__inbox\/(?:[^/]+\/)?([^/]+)$/.exec(url)?.[1];

/** An inbox by its name, any other URL without its scheme. */
export const toPlace = (url: string): string => {
  const inbox = inboxIn(url);
  return inbox === undefined ? url.replace(/^https?:\/\//, '') : `Inbox ${inbox}`;
};
