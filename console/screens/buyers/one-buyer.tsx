import type { BuyerDetail } from '../../../src/generated/control-schemas.ts';
import {
  Badge,
  Button,
  Card,
  KeyValues,
  MissingRecord,
  RecordPage,
  Shown,
  State,
  Time,
  call,
  inWords,
  link,
  toMoney,
  useRecord,
  useRecords,
  Note,
} from '../../kit/kit.ts';

/** A buyer with the history of its checks and what may happen to it. */
export const OneBuyer = ({ uuid }: { readonly uuid: string }) => {
  const all = ['All buyers', link('buyers')] as const;
  return (
    <Shown read={useRecord('buyers', uuid, ['state', 'clock'])} missing={<MissingRecord what="buyer" all={all} />}>
      {(buyer) => {
        const { companyName, country, vatNumber, status, address, seller, jobs } = buyer;
        return (
          <RecordPage
            uuid={uuid}
            what="buyer"
            all={all}
            title={
              <>
                {companyName}
                <State of={status} />
              </>
            }
            intro={
              <>
                <code>{vatNumber}</code> · {address.street}, {address.postCode} {address.city}, {country} · buyer of{' '}
                {seller.companyName ?? 'a former seller'}
              </>
            }
          >
            <div class="buyer">
              <div class="stack">
                <TestNumber {...buyer} />
                <ViesHistory {...buyer} />
                <Verification {...buyer} />
              </div>
              <div class="stack">
                <Simulators {...buyer} />
                {jobs.length > 0 && (
                  <Card title="Due next">
                    <Jobs of={jobs.map(({ dueAt, ...job }) => ({ ...job, at: dueAt }))} />
                  </Card>
                )}
                <Fired {...buyer} />
                <Orders {...buyer} />
              </div>
            </div>
          </RecordPage>
        );
      }}
    </Shown>
  );
};

/** What the number makes VIES answer, in order: the next answer is marked. */
const TestNumber = ({ testNumber }: BuyerDetail) => {
  if (testNumber === null) return null;
  const { sentence, answers, given } = testNumber;
  const next = Math.min(given, answers.length - 1);
  return (
    <Card title="A test number">
      <p class="reading">{sentence}</p>
      <ol class="row">
        {answers.map(({ result, reason }, index) => (
          <li key={index} title={reason}>
            {index + 1}. <State of={result} /> {index === next && '(next)'}
          </li>
        ))}
      </ol>
      <Note>
        {given === 0
          ? 'VIES has not been asked yet'
          : `VIES has answered ${given === 1 ? 'once' : `${String(given)} times`}`}
        ; the last answer is repeated.
      </Note>
    </Card>
  );
};

const ViesHistory = ({ vies, viesChecks, viesCheckCount }: BuyerDetail) => (
  <Card title="VIES" actions={<State of={vies.result} />}>
    {viesChecks.length === 0 && <p class="muted">The number has not been checked yet.</p>}
    <ol class="buyer-history">
      {viesChecks.map(({ id, result, requestedAt, checkedAt, reason }) => (
        <Checked key={id} state={result} begun={['asked', requestedAt]} ended={['answered', checkedAt]} why={reason} />
      ))}
    </ol>
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
    {verifications.length > 0 && (
      <ol class="buyer-history">
        {verifications.map(({ sessionId, status, startedAt, completedAt, reason }) => (
          <Checked
            key={sessionId}
            state={status}
            begun={['started', startedAt]}
            ended={['completed', completedAt]}
            why={reason}
          />
        ))}
      </ol>
    )}
  </Card>
);

const Checked = ({
  state,
  begun: [began, at],
  ended: [ended, until],
  why,
}: {
  readonly state: string;
  readonly begun: readonly [verb: string, at: string];
  readonly ended: readonly [verb: string, at: string | null];
  readonly why: string | undefined;
}) => (
  <li>
    <State of={state} />
    <span>
      {began} <Time at={at} />
      {until !== null && (
        <>
          , {ended} <Time at={until} />
        </>
      )}
      {why !== undefined && <span class="muted"> · {why}</span>}
    </span>
  </li>
);

const Simulators = ({ uuid, simulators }: BuyerDetail) => (
  <Card title="What others can do">
    <ul class="buyer-simulators">
      {simulators.map(({ name, summary, possible, reason }) => (
        <li key={name}>
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
              const { events } = await call('POST', '/simulators/{name}/run', options);
              return events.length === 0 ? 'Done; no event follows.' : `Done. Events: ${events.join(', ')}.`;
            }}
          >
            Run
          </Button>
        </li>
      ))}
    </ul>
  </Card>
);

interface Job {
  readonly id: string;
  readonly title: string;
  readonly at: string;
  readonly status?: string;
}

const Jobs = ({ of }: { readonly of: readonly Job[] }) => (
  <ul class="buyer-history">
    {of.map(({ id, title, at, status }) => (
      <li key={id}>
        <Time at={at} />
        <span dir="auto">
          {title}
          {status !== undefined && <span class="muted"> · {inWords(status)}</span>}
        </span>
      </li>
    ))}
  </ul>
);

const MOST_FIRED = 10;

/** Newest first; the older ones are opened. */
const Fired = ({ firedJobs, firedJobCount }: BuyerDetail) => {
  if (firedJobs.length === 0) return null;
  const older = firedJobs.slice(MOST_FIRED);
  return (
    <Card title="What has run">
      <Jobs of={firedJobs.slice(0, MOST_FIRED)} />
      {older.length > 0 && (
        <details>
          <summary class="small">
            {older.length} older ones{firedJobCount > firedJobs.length && ` of ${String(firedJobCount)}`}
          </summary>
          <Jobs of={older} />
        </details>
      )}
    </Card>
  );
};

const MOST_ORDERS = 20;

/** The search by VAT number finds the orders of all buyers with it: those of other sellers are left out. */
const Orders = ({ uuid, vatNumber, orders }: BuyerDetail) => {
  const read = useRecords('orders', { q: vatNumber, limit: MOST_ORDERS }, ['state', 'clock']);
  return (
    <Card title={`Orders (${String(orders.count)})`}>
      {orders.count === 0 ? (
        <p class="muted">
          No order yet. <a href={link('reference', 'api', 'createOrder')}>Create one</a>
        </p>
      ) : (
        <Shown read={read} rows={1}>
          {({ data }) => (
            <ul class="buyer-orders">
              {data
                .filter(({ buyer }) => buyer.uuid === uuid)
                .map((order) => (
                  <li key={order.uuid}>
                    <a href={link('orders', order.uuid)} dir="auto">
                      {order.externalOrderId}
                    </a>
                    <Badge>{inWords(order.status)}</Badge>
                    <span class="buyer-amount">{toMoney(order.totalAmount)}</span>
                  </li>
                ))}
            </ul>
          )}
        </Shown>
      )}
    </Card>
  );
};
