import type { OrderStatus, OrderSummary, RecordList } from '../../../src/generated/control-schemas.ts';
import { WORDS } from '../../../src/generated/words.ts';
import {
  EmptyState,
  FilterBar,
  FilterChoice,
  FilterText,
  List,
  Page,
  Resource,
  Time,
  address,
  countWords,
  inWords,
  link,
  parameter,
  sandboxNow,
  shownPage,
  shownSandbox,
  toAmount,
  toMoney,
  useCall,
  useRecords,
} from '../../kit/kit.ts';
import { OneOrder } from './one-order.tsx';

export default () => {
  const uuid = address.value.segments[1];
  return uuid === undefined ? <OrderBoard /> : <OneOrder key={uuid} uuid={uuid} />;
};

const MOST = 100;

const search = parameter('q');
const seller = parameter('seller');
const status = parameter('status');

/** A column per status; with a status in the address, countWords, its orders alone. */
const OrderBoard = () => {
  const orders = useRecords('orders', {
    limit: MOST,
    page: shownPage(),
    q: search.value || undefined,
    seller: seller.value || undefined,
    status: status.value === '' ? undefined : [status.value as OrderStatus],
  });
  const counts = orders.value?.counts ?? [];
  const sellers = useCall('/sandboxes/{id}', { path: { id: shownSandbox() } }).value?.partners ?? [];
  return (
    <Page title="Orders" intro="Where each order stands, what holds it up, and what happens next.">
      <FilterBar>
        <FilterText label="External id, UUID, VIN, buyer or VAT number" value={search} />
        {sellers.length > 1 && (
          <FilterChoice
            label="Seller"
            all="All sellers"
            choices={sellers.map(({ uuid, companyName }) => [uuid, companyName])}
            value={seller}
          />
        )}
        <FilterChoice
          label="Status"
          all="All statuses"
          choices={counts.map(
            (entry) => [entry.status, `${WORDS.orderStatus[entry.status]} (${entry.count})`] as const,
          )}
          value={status}
        />
      </FilterBar>
      <Resource
        read={orders}
        what={['order', 'orders']}
        filters={[search, seller, status]}
        none={
          <EmptyState icon="orders" title="No orders yet">
            Orders that your client creates appear here.{' '}
            <a href={link('reference', 'api', 'createOrder')}>Create one now</a>
          </EmptyState>
        }
      >
        {(shown) => (
          // Wider than the page: it scrolls by itself, so the keyboard must reach it.
          <div class="board" tabIndex={0} role="region" aria-label="Orders by status">
            {counts
              .filter((entry) => entry.count > 0 && (status.value === '' || entry.status === status.value))
              .map((entry) => (
                <Column key={entry.status} of={entry} orders={shown.filter((order) => order.status === entry.status)} />
              ))}
          </div>
        )}
      </Resource>
    </Page>
  );
};

const Column = ({
  of: { status: name, count, oldest },
  orders,
}: {
  readonly of: NonNullable<RecordList['counts']>[number];
  readonly orders: readonly OrderSummary[];
}) => (
  <section class="board-column">
    <header>
      <h2>
        {WORDS.orderStatus[name]} <span class="board-count">{count}</span>
      </h2>
      <p class="muted tiny">
        {oldest === null ? '' : `longest wait ${toAmount(Math.max(0, sandboxNow.value - Date.parse(oldest.since)))}`}
      </p>
      <ComplianceBar orders={orders} />
    </header>
    <List of={orders}>{(order) => <OrderCard {...order} />}</List>
    {count > orders.length && (
      <a class="small" href={link('orders', { status: name })}>
        {countWords(count - orders.length, 'more order', 'more orders')}
      </a>
    )}
  </section>
);

/** How many of the column are valid, incomplete and invalid. */
const ComplianceBar = ({ orders }: { readonly orders: readonly OrderSummary[] }) => {
  const parts = ['valid', 'incomplete', 'invalid'].map(
    (name) => [name, orders.filter(({ compliance }) => compliance.toLowerCase() === name).length] as const,
  );
  const words = parts.flatMap(([name, count]) => (count > 0 ? [`${count} ${name}`] : [])).join(', ');
  return (
    <div class="board-bar" role="img" aria-label={words} title={words}>
      {parts.map(([name, count]) => (
        <span key={name} class={`board-bar-${name}`} style={{ flexGrow: count }} />
      ))}
    </div>
  );
};

/** An order on the board. */
const OrderCard = (order: OrderSummary) => {
  const { uuid, externalOrderId, buyer, vehicles, totalAmount, blockers, blockerCount, nextJob, compliance } = order;
  const [blocker] = blockers;
  return (
    <article class={`order-card order-card-${compliance.toLowerCase()}`}>
      <div class="order-card-head">
        <a class="order-card-link" data-row href={link('orders', uuid)}>
          {externalOrderId}
        </a>
        <span class="muted tiny">{inWords(compliance)}</span>
      </div>
      <p class="clip" title={buyer.companyName}>
        {buyer.companyName}, {buyer.country}
      </p>
      <p class="order-card-what">
        <span class="clip">
          {vehicles.count === 1 ? `${vehicles.brand} ${vehicles.model}` : countWords(vehicles.count, 'vehicle')}
        </span>
        {toMoney(totalAmount)}
      </p>
      {blocker && (
        <p class="order-card-blocker small">
          {blocker.message}
          {blockerCount > 1 && <span class="muted"> +{blockerCount - 1}</span>}
        </p>
      )}
      {nextJob && (
        <p class="muted tiny">
          {nextJob.title} <Time at={nextJob.dueAt} />
        </p>
      )}
    </article>
  );
};
