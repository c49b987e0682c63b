import { useSignal } from '@preact/signals';
import type { BuyerDetail, BuyerSummary } from '../../../src/generated/control-schemas.ts';
import { WORDS } from '../../../src/generated/words.ts';
import {
  Badge,
  Button,
  Card,
  type Column,
  EmptyState,
  FilterBar,
  FilterText,
  KeyValues,
  List,
  Note,
  Page,
  RecordPage,
  Resource,
  Shown,
  State,
  Time,
  address,
  call,
  countWords,
  inWords,
  link,
  parameter,
  shownPage,
  toMoney,
  set,
  useCall,
  useRecord,
  useRecords,
} from '../../kit/kit.ts';

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
        read={useRecords('buyers', { limit: 100, page: shownPage(), q: search.value })}
        what={['buyer', 'buyers']}
        filters={[search]}
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
        {testNumber && (
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
        <span class="muted tiny">{checkedAt && <Time at={checkedAt} />}</span>
      </span>
    ),
  ],
  ['Verification', ({ kyc }) => <State of={kyc.status} />],
  ['Status', 'status'],
  ['Orders', ({ orders }) => `${orders.openCount} open of ${orders.count}`, 'end'],
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
              <>
                VIES
                {all.down ? (
                  <Badge tone="bad">Down everywhere</Badge>
                ) : down.length === 0 ? (
                  <Badge tone="ok">Up</Badge>
                ) : (
                  <Badge tone="warn">Down for {down.map(({ country }) => country).join(', ')}</Badge>
                )}
              </>
            }
            actions={
              <>
                <Button small kind="quiet" pressed={isOpen.value} onClick={set(isOpen, !isOpen.value)}>
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
                During an outage, checks end without an answer: a valid number becomes unknown, its orders wait, and the
                service tries again.
                {all.until && all.down && (
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
    call('POST /simulators/{name}/run', { path: { name: down ? 'vies_outage' : 'vies_recovery' }, body });
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

/** A buyer with the history of its checks and what may happen to it. */
const OneBuyer = ({ uuid }: { readonly uuid: string }) => (
  <RecordPage
    read={useRecord('buyers', uuid)}
    uuid={uuid}
    what="buyer"
    all={['All buyers', link('buyers')]}
    title={({ companyName, status }) => (
      <>
        {companyName}
        <State of={status} />
      </>
    )}
    intro={({ vatNumber, address, country, seller }) => (
      <>
        <code>{vatNumber}</code> · {address.street}, {address.postCode} {address.city}, {country} · buyer of{' '}
        {seller.companyName ?? 'a former seller'}
      </>
    )}
  >
    {(buyer) => (
      <div class="buyer">
        <div class="stack">
          <TestNumber {...buyer} />
          <ViesHistory {...buyer} />
          <Verification {...buyer} />
        </div>
        <div class="stack">
          <Simulators {...buyer} />
          <Jobs {...buyer} />
          <Orders {...buyer} />
        </div>
      </div>
    )}
  </RecordPage>
);

/** What the number makes VIES answer, in order: the next answer is marked. */
const TestNumber = ({ testNumber }: BuyerDetail) => {
  if (testNumber === null) return null;
  const { sentence, answers, given } = testNumber;
  const next = Math.min(given, answers.length - 1);
  return (
    <Card title="A test number">
      <p class="reading">{sentence}</p>
      <List ordered of={answers} class="row">
        {({ result, reason }, index) => (
          <span title={reason}>
            {index + 1}. <State of={result} /> {index === next && '(next)'}
          </span>
        )}
      </List>
      <Note>
        {given === 0 ? 'VIES has not been asked yet' : `VIES has answered ${given === 1 ? 'once' : `${given} times`}`};
        the last answer is repeated.
      </Note>
    </Card>
  );
};

const ViesHistory = ({ vies, viesChecks, viesCheckCount }: BuyerDetail) => (
  <Card title="VIES" actions={<State of={vies.result} />}>
    {viesChecks.length === 0 && <p class="muted">The number has not been checked yet.</p>}
    <List ordered of={viesChecks} class="buyer-history">
      {({ result, requestedAt, checkedAt, reason }) =>
        checked(result, 'asked', requestedAt, 'answered', checkedAt, reason)
      }
    </List>
    {viesCheckCount > viesChecks.length && (
      <Note>
        The newest {viesChecks.length} of {viesCheckCount} checks.
      </Note>
    )}
  </Card>
);

const Verification = ({ kyc, verifications }: BuyerDetail) => (
  <Card title="Verification (KYC)" actions={<State of={kyc.status} />}>
    <KeyValues
      of={[
        ['Led by', kyc.mode === 'SERVICE_LED' ? 'the service' : 'the marketplace'],
        kyc.reason !== undefined && ['Reason', kyc.reason],
      ]}
    />
    <List ordered of={verifications} class="buyer-history">
      {({ status, startedAt, completedAt, reason }) =>
        checked(status, 'started', startedAt, 'completed', completedAt, reason)
      }
    </List>
  </Card>
);

const checked = (
  state: string,
  begun: string,
  begunAt: string,
  ended: string,
  endedAt: string | null,
  why: string | undefined,
) => (
  <>
    <State of={state} />
    <span>
      {begun} <Time at={begunAt} />
      {endedAt && (
        <>
          , {ended} <Time at={endedAt} />
        </>
      )}
      {why && <span class="muted"> · {why}</span>}
    </span>
  </>
);

const Simulators = ({ uuid, simulators }: BuyerDetail) => (
  <Card title="What others can do">
    <List of={simulators} class="buyer-simulators">
      {({ name, summary, possible, reason }) => (
        <>
          <div>
            <p>{summary}</p>
            {!possible && reason !== undefined && <Note>{reason}</Note>}
          </div>
          <Button
            changes
            small
            disabled={!possible}
            label={`Run ${name}`}
            onClick={async () => {
              const options = { path: { name }, body: { buyerUuid: uuid } };
              const { events } = await call('POST /simulators/{name}/run', options);
              return events.length === 0 ? 'Done; no event follows.' : `Done. Events: ${events.join(', ')}.`;
            }}
          >
            Run
          </Button>
        </>
      )}
    </List>
  </Card>
);

const MOST_FIRED = 10;

/** What is due, and what has run, newest first. */
const Jobs = ({ jobs, firedJobs, firedJobCount }: BuyerDetail) => (
  <>
    {jobs.length > 0 && (
      <Card title="Due next">
        <List of={jobs} class="buyer-history">
          {({ title, dueAt }) => job(title, dueAt)}
        </List>
      </Card>
    )}
    {firedJobs.length > 0 && (
      <Card title="What has run" actions={<span class="muted small">{firedJobCount}</span>}>
        <List of={firedJobs} most={MOST_FIRED} class="buyer-history">
          {({ title, at, status }) => job(title, at, status)}
        </List>
      </Card>
    )}
  </>
);

const job = (title: string, at: string, status?: string) => (
  <>
    <Time at={at} />
    <span>
      {title}
      {status && <span class="muted"> · {inWords(status)}</span>}
    </span>
  </>
);

const MOST_ORDERS = 20;

/** The search by VAT number finds the orders of all buyers with it: those of other sellers are left out. */
const Orders = ({ uuid, vatNumber, orders }: BuyerDetail) => {
  const read = useRecords('orders', { q: vatNumber, limit: MOST_ORDERS });
  return (
    <Card title={`Orders (${orders.count})`}>
      {orders.count === 0 ? (
        <p class="muted">
          No order yet. <a href={link('reference', 'api', 'createOrder')}>Create one</a>
        </p>
      ) : (
        <Shown read={read}>
          {({ data }) => (
            <List of={data.filter(({ buyer }) => buyer.uuid === uuid)} class="buyer-orders">
              {(order) => (
                <>
                  <a href={link('orders', order.uuid)}>{order.externalOrderId}</a>
                  <State of={order.status} words={WORDS.orderStatus[order.status]} />
                  <span class="buyer-amount">{toMoney(order.totalAmount)}</span>
                </>
              )}
            </List>
          )}
        </Shown>
      )}
    </Card>
  );
};
