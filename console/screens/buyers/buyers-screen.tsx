import { useSignal } from '@preact/signals';
import type { BuyerSummary } from '../../../src/generated/control-schemas.ts';
import {
  Badge,
  Button,
  Card,
  type Column,
  EmptyState,
  FilterBar,
  FilterText,
  List,
  Page,
  Resource,
  Shown,
  State,
  Time,
  address,
  call,
  countWords,
  link,
  parameter,
  toggle,
  useCall,
  useRecords,
  Note,
} from '../../kit/kit.ts';
import { OneBuyer } from './one-buyer.tsx';

export default () => {
  const uuid = address.value.segments[1];
  return uuid === undefined ? <BuyerList /> : <OneBuyer key={uuid} uuid={uuid} />;
};

const search = parameter('q');

const BuyerList = () => {
  return (
    <Page title="Buyers" intro="Who buys, what VIES and the verification say, and what happens next.">
      <Outages />
      <FilterBar>
        <FilterText label="Name, UUID or VAT number" value={search} />
      </FilterBar>
      <Resource
        read={useRecords('buyers', { limit: 100, q: search.value })}
        what={['buyer', 'buyers']}
        all={search.value === '' ? undefined : link('buyers')}
        none={
          <EmptyState icon="buyers" title="No buyers yet">
            Buyers that your client creates appear here.{' '}
            <a href={link('reference', 'api', 'upsertBuyer')}>Create one now</a>
          </EmptyState>
        }
        table={{ href: ({ uuid }) => link('buyers', uuid), columns: COLUMNS }}
      />
    </Page>
  );
};

const COLUMNS: readonly Column<BuyerSummary>[] = [
  ['Company', ({ companyName, country }) => `${companyName},\u00a0${country}`],
  [
    'VAT number',
    ({ vatNumber, testNumber }) => (
      <span class="row">
        <code class="nowrap">{vatNumber}</code>
        {testNumber !== null && (
          <span title={testNumber.sentence}>
            <Badge tone="info">Test number</Badge>
          </span>
        )}
      </span>
    ),
  ],
  [
    'VIES',
    ({ vies: { result, checkedAt } }) => (
      <span class="row">
        <State of={result} />
        <span class="muted tiny">{checkedAt !== null && <Time at={checkedAt} />}</span>
      </span>
    ),
  ],
  ['Verification', ({ kyc }) => <State of={kyc.status} />],
  ['Status', 'status'],
  ['Orders', ({ orders }) => `${String(orders.openCount)} open of ${String(orders.count)}`, 'end'],
  [
    'Next',
    ({ nextJob }) =>
      nextJob === null ? (
        <span class="muted">–</span>
      ) : (
        <span class="small">
          {nextJob.title} <Time at={nextJob.dueAt} />
        </span>
      ),
  ],
];

/** Switches VIES off and on, as a whole or for a country. */
const Outages = () => {
  const isOpen = useSignal(false);
  return (
    <Shown read={useCall('/simulators')}>
      {({ vies }) => {
        if (vies === null) return null;
        const { all, data } = vies;
        const down = data.filter((entry) => entry.down);
        return (
          <Card
            title={
              <span class="row">
                VIES
                {all.down ? (
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
                <Button small kind="quiet" pressed={isOpen.value} onClick={toggle(isOpen)}>
                  Countries
                </Button>
                <Switch words="everywhere" isDown={all.down} body={{}} />
              </>
            }
          >
            {isOpen.value ? (
              <List of={data} class="outages">
                {({ country, buyers, down: isDown }) => (
                  <>
                    <b>{country}</b>
                    <span class="muted small">{countWords(buyers, 'buyer')}</span>
                    <Switch words={country} isDown={isDown} body={{ country }} />
                  </>
                )}
              </List>
            ) : (
              <Note>
                During an outage, checks end without an answer; buyers keep their last result, and the service tries
                again.
                {all.until !== null && all.down && (
                  <>
                    {' '}
                    It ends <Time at={all.until} />.
                  </>
                )}
              </Note>
            )}
          </Card>
        );
      }}
    </Shown>
  );
};

const Switch = ({
  words,
  isDown,
  body,
}: {
  readonly words: string;
  readonly isDown: boolean;
  /** Whom it concerns. */
  readonly body: { readonly country?: string };
}) => {
  const verb = isDown ? 'End the outage' : 'Switch off';
  const put = (down: boolean) =>
    call('POST', '/simulators/{name}/run', { path: { name: down ? 'vies_outage' : 'vies_recovery' }, body });
  const turn = async () => {
    await put(!isDown);
    return { text: `VIES ${isDown ? 'answers again' : 'is down'}: ${words}.`, undo: () => put(isDown) };
  };
  return (
    <Button changes small pressed={isDown} label={`${verb}: VIES ${words}`} onClick={turn}>
      {verb}
    </Button>
  );
};
