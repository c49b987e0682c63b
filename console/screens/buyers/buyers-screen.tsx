import { useSignal } from '@preact/signals';
import type { BuyerSummary, SimulatorList } from '../../../src/generated/control-schemas.ts';
import {
  Badge,
  Button,
  Card,
  type Column,
  EmptyState,
  FilterBar,
  FilterText,
  Page,
  Resource,
  Shown,
  State,
  Time,
  showToast,
} from '../../kit/kit.ts';
import { address, link, parameter } from '../../server/address.ts';
import { call } from '../../server/call.ts';
import { type Read, useCall } from '../../server/use-call.ts';
import { useRecords } from '../../server/use-records.ts';
import { OneBuyer } from './one-buyer.tsx';

export default () => {
  const uuid = address.value.segments[1];
  return uuid === undefined ? <BuyerList /> : <OneBuyer key={uuid} uuid={uuid} />;
};

const MOST = 100;

const search = parameter('q');

const BuyerList = () => {
  const buyers = useRecords('buyers', { limit: MOST, q: search.value || undefined }, ['state', 'clock']);
  return (
    <Page title="Buyers" intro="Who buys, what VIES and the verification say, and what happens next.">
      <Outages />
      <FilterBar>
        <FilterText label="Name, UUID or VAT number" value={search} />
      </FilterBar>
      <Resource
        read={buyers}
        what={['buyer', 'buyers']}
        all={search.value === '' ? undefined : link('buyers')}
        none={
          <EmptyState icon="buyers" title="No buyers yet">
            <p>
              Buyers that your client creates appear here.{' '}
              <a href={link('reference', 'api', 'upsertBuyer')}>Create one now</a>
            </p>
          </EmptyState>
        }
        table={{ id: ({ uuid }) => uuid, href: ({ uuid }) => link('buyers', uuid), columns: COLUMNS }}
      />
    </Page>
  );
};

const COLUMNS: readonly Column<BuyerSummary>[] = [
  { title: 'Company', cell: ({ companyName, country }) => `${companyName},\u00a0${country}` },
  {
    title: 'VAT number',
    cell: ({ vatNumber, testNumber }) => (
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
    cell: ({ vies: { result, checkedAt } }) => (
      <span class="row">
        <State of={result} />
        <span class="muted tiny">{checkedAt !== null && <Time at={checkedAt} />}</span>
      </span>
    ),
  },
  {
    title: 'Verification',
    cell: ({ kyc }) => <State of={kyc.status} />,
  },
  {
    title: 'Status',
    cell: ({ status }) => <State of={status} />,
  },
  {
    title: 'Orders',
    end: true,
    cell: ({ orders }) => `${String(orders.openCount)} open of ${String(orders.count)}`,
  },
  {
    title: 'Next',
    cell: ({ nextJob }) =>
      nextJob === null ? (
        <span class="muted">–</span>
      ) : (
        <span class="small">
          {nextJob.title} <Time at={nextJob.dueAt} />
        </span>
      ),
  },
];

type ViesOutages = NonNullable<SimulatorList['vies']>;

/** Switches VIES off and on, as a whole or for a country. */
const Outages = () => {
  const outages = useCall('/simulators', {}, ['state', 'clock']);
  const isOpen = useSignal(false);
  return (
    <Shown read={outages} rows={1}>
      {({ vies: value }) => {
        if (value === null) return null;
        const down = value.data.filter((entry) => entry.down);
        return (
          <Card
            title={
              <span class="row">
                VIES
                {value.all.down ? (
                  <Badge tone="bad">Down everywhere</Badge>
                ) : down.length === 0 ? (
                  <Badge tone="ok">Up</Badge>
                ) : (
                  <Badge tone="warn">Down for {down.map(({ country }) => country).join(', ')}</Badge>
                )}
              </span>
            }
            actions={
              <>
                <Button
                  small
                  kind="quiet"
                  pressed={isOpen.value}
                  onClick={() => {
                    isOpen.value = !isOpen.value;
                  }}
                >
                  Countries
                </Button>
                <Switch read={outages} country="all" words="everywhere" isDown={value.all.down} />
              </>
            }
          >
            {isOpen.value ? (
              <Countries read={outages} outages={value} />
            ) : (
              <p class="muted small">
                During an outage, checks end without an answer; buyers keep their last result, and the service tries
                again.
                {value.all.until !== null && value.all.down && (
                  <>
                    {' '}
                    It ends <Time at={value.all.until} />.
                  </>
                )}
              </p>
            )}
          </Card>
        );
      }}
    </Shown>
  );
};

const Countries = ({ read, outages }: { readonly read: Read<SimulatorList>; readonly outages: ViesOutages }) => (
  <ul class="outages">
    {outages.data.map(({ country, buyers, down }) => (
      <li key={country}>
        <b>{country}</b>
        <span class="muted small">
          {buyers} {buyers === 1 ? 'buyer' : 'buyers'}
        </span>
        <Switch read={read} country={country} words={country} isDown={down} />
      </li>
    ))}
  </ul>
);

const Switch = ({
  read,
  country,
  words,
  isDown,
}: {
  readonly read: Read<SimulatorList>;
  readonly country: string;
  readonly words: string;
  readonly isDown: boolean;
}) => {
  const set = async (down: boolean): Promise<void> => {
    const name = down ? 'vies_outage' : 'vies_recovery';
    await call('POST', '/simulators/{name}/run', { path: { name }, body: country === 'all' ? {} : { country } });
    read.again();
  };
  return (
    <Button
      changes
      small
      pressed={isDown}
      label={`${isDown ? 'End the outage' : 'Switch off'}: VIES ${words}`}
      onClick={async () => {
        await set(!isDown);
        showToast(isDown ? `VIES answers again: ${words}.` : `VIES is down: ${words}.`, {
          undo: () => set(isDown),
        });
      }}
    >
      {isDown ? 'End the outage' : 'Switch off'}
    </Button>
  );
};
