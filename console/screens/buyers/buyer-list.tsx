import { link, parameter } from '../../address/address.ts';
import { Badge } from '../../kit/badge.tsx';
import { Card } from '../../kit/card.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { FilterBar, FilterText } from '../../kit/filter-bar.tsx';
import { inWords } from '../../kit/in-words.ts';
import { Page } from '../../kit/page.tsx';
import { Shown } from '../../kit/shown.tsx';
import { Table } from '../../kit/table.tsx';
import { Time } from '../../kit/time.tsx';
import { useRecords } from '../../server/use-records.ts';
import { Outages } from './outages.tsx';
import { type BuyerSummary, toneOf } from './words.ts';

const MOST = 100;

const search = parameter('q');

export const BuyerList = () => {
  const buyers = useRecords('buyers', { limit: MOST, q: search.value === '' ? undefined : search.value }, [
    ...(['state', 'clock'] as const),
  ]);
  return (
    <Page title="Buyers" intro="Who buys, what VIES and the verification say, and what happens next.">
      <Outages />
      <FilterBar>
        <FilterText label="Name, UUID or VAT number" value={search} />
      </FilterBar>
      <Shown read={buyers}>
        {({ data, pagination }) =>
          data.length === 0 ? (
            <NoBuyers />
          ) : (
            <>
              <Card flush>
                <Table
                  caption="Buyers"
                  rows={data}
                  id={({ uuid }) => uuid}
                  href={({ uuid }) => link('buyers', uuid)}
                  columns={COLUMNS}
                />
              </Card>
              {pagination.totalElements > data.length && (
                <p class="muted small">
                  The newest {data.length} of {pagination.totalElements} buyers are shown: filter to see others.
                </p>
              )}
            </>
          )
        }
      </Shown>
    </Page>
  );
};

const COLUMNS = [
  { title: 'Company', cell: ({ companyName, country }: BuyerSummary) => `${companyName},\u00a0${country}` },
  {
    title: 'VAT number',
    cell: ({ vatNumber, testNumber }: BuyerSummary) => (
      <span class="row">
        <code class="nowrap">{vatNumber}</code>
        {testNumber !== null && (
          <span title={testNumber.sentence}>
            <Badge tone="info">Test number</Badge>
          </span>
        )}
      </span>
    ),
  },
  {
    title: 'VIES',
    cell: ({ vies: { result, checkedAt } }: BuyerSummary) => (
      <span class="row">
        <Badge tone={toneOf(result)}>{inWords(result)}</Badge>
        <span class="muted tiny">{checkedAt !== null && <Time at={checkedAt} />}</span>
      </span>
    ),
  },
  {
    title: 'Verification',
    cell: ({ kyc }: BuyerSummary) => <Badge tone={toneOf(kyc.status)}>{inWords(kyc.status)}</Badge>,
  },
  {
    title: 'Status',
    cell: ({ status }: BuyerSummary) => <Badge tone={toneOf(status)}>{inWords(status)}</Badge>,
  },
  {
    title: 'Orders',
    end: true,
    cell: ({ orders }: BuyerSummary) => `${String(orders.openCount)} open of ${String(orders.count)}`,
  },
  {
    title: 'Next',
    cell: ({ nextJob }: BuyerSummary) =>
      nextJob === null ? (
        <span class="muted">–</span>
      ) : (
        <span class="small">
          {nextJob.title} <Time at={nextJob.dueAt} />
        </span>
      ),
  },
];

const NoBuyers = () =>
  search.value === '' ? (
    <EmptyState icon="buyers" title="No buyers yet">
      <p>
        Buyers that your client creates appear here.{' '}
        <a href={link('reference', 'api', 'upsertBuyer')}>Create one now</a>
      </p>
    </EmptyState>
  ) : (
    <EmptyState icon="search" title="No buyer matches">
      <p>
        <a href={link('buyers')}>Show all buyers</a>
      </p>
    </EmptyState>
  );
