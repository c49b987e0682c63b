import type { CoverageReport, Finding } from '../../../src/generated/control-schemas.ts';
import {
  Badge,
  Button,
  Card,
  EmptyState,
  FilterChoice,
  Guess,
  Inline,
  List,
  Page,
  Refer,
  Shown,
  Tabs,
  Time,
  download,
  isForeign,
  link,
  parameter,
  toUrl,
  useCall,
  Quote,
  Prose,
} from '../../kit/kit.ts';

const tab = parameter('tab', 'findings');

export default () => (
  <Page
    title="Report"
    intro="What your client does well, what to fix, and which parts of the API it has not used."
    actions={
      <Button small onClick={() => download(toUrl('/coverage', { query: { format: 'junit' } }), 'coverage.junit.xml')}>
        Download JUnit
      </Button>
    }
  >
    <Tabs
      label="Parts of the report"
      chosen={tab}
      tabs={[
        ['findings', 'Findings', () => <Findings />],
        ['coverage', 'Coverage', () => <Coverage />],
        // The server knows them of the bundled API alone.
        ...(isForeign.value ? [] : [['unseen', 'Not visible here', () => <NotSeen />] as const]),
      ]}
    />
  </Page>
);

const Findings = () => (
  <Shown read={useCall('/findings')}>
    {({ data }) => (
      <List
        none={
          <EmptyState icon="check" title="No mistakes found so far">
            The server checks each request of your client against the rules of the API. Send some, or run your tests
            against it; mistakes appear here with the remedy. <a href={link()}>How to send a first request</a>
          </EmptyState>
        }
        ordered
        of={data}
        class="stack"
      >
        {(finding) => <FindingCard {...finding} />}
      </List>
    )}
  </Shown>
);

const since = parameter('since');

const Coverage = () => {
  const query = { format: 'json', since: since.value === 'start' ? 'start' : 'reset' } as const;
  return (
    <Shown read={useCall('/coverage', { query })}>
      {(value) => ('operations' in value ? <CoverageMatrix {...value} /> : null)}
    </Shown>
  );
};

/** Mistakes that no stub can detect: each with the way to find out. */
const NotSeen = () => (
  <Shown read={useCall('/findings')}>
    {({ notSeen }) => (
      <div class="stack">
        <p class="reading">
          Some mistakes cannot be seen from the server. For each, this is how to find out whether your client makes it.
          <code>npx vatmock certify -- npm test</code> also runs your tests while calls fail, and certifies the level
          that your client reaches.
        </p>
        {notSeen.map(({ mistake, quote, instead }) => (
          <Card key={mistake} title={mistake}>
            <Quote text={quote} />
            <p class="reading">
              <Badge tone="info">Instead</Badge> {instead}
            </p>
          </Card>
        ))}
      </div>
    )}
  </Shown>
);

/** A mistake: what was seen, which sentence of the description it breaks, what to do, and the requests that show it. */
const FindingCard = (finding: Finding) => {
  const { rule, title, quote, assumptions, remedy, clientId, subject, detail, certain, count, lastSeenAt } = finding;
  return (
    <Card
      title={
        <>
          <Badge tone={certain ? 'bad' : 'warn'}>{certain ? 'Mistake' : 'Suspicion'}</Badge>
          {title}
          {assumptions.length > 0 && <Guess ids={assumptions} />}
        </>
      }
      actions={
        <span class="muted small">
          {count === 1 ? 'once' : `${count} times`}, last <Time at={lastSeenAt} />
        </span>
      }
    >
      <div class="finding">
        <div class="stack">
          <Prose text={detail} />
          {quote !== '' && <Quote text={quote} />}
          <p class="reading">
            <b>Remedy:</b> <Inline text={remedy} />
          </p>
        </div>
        <div class="stack small">
          <p class="muted">
            <code>{rule}</code> · {subject}
            {clientId && ` · ${clientId}`}
          </p>
          <List of={shownBy(finding)} class="row" aria-label="Exchanges that show it">
            {([href, words]) => (
              <a href={href}>
                <code>{words}</code>
              </a>
            )}
          </List>
        </div>
      </div>
    </Card>
  );
};

const shownBy = ({ requests, deliveries }: Finding) => [
  ...requests.map((id) => [link('traffic', id), id.slice(0, 8)] as const),
  ...deliveries.map((id) => [link('webhooks', 'deliveries', id), id.slice(0, 12)] as const),
];

/** Operations by status: what the client has met, and how often. */
const CoverageMatrix = ({ operations, summary, problemTypes, events }: CoverageReport) => {
  const statuses = [...new Set(operations.flatMap(({ answers }) => answers.map(({ status }) => status)))].sort();
  return (
    <div class="stack">
      <div class="row spread">
        <Shares {...summary} />
        <FilterChoice
          label="Count from"
          all="Since the last reset"
          choices={[['start', 'Since the server started']]}
          value={since}
        />
      </div>
      <Card title="Operations and statuses" flush>
        {/* Wider than a phone: it scrolls by itself, so the keyboard must reach it. */}
        <div class="coverage-scroll" tabIndex={0} role="region" aria-label="Operations and statuses">
          <table class="coverage">
            <thead>
              <tr>
                <th scope="col">Operation</th>
                {statuses.map((status) => (
                  <th key={status} scope="col">
                    {status}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {operations.map((operation) => (
                <tr key={operation.operationId}>
                  <th scope="row">
                    <Refer to="api" name={operation.operationId} /> <small class="muted">{operation.method}</small>
                  </th>
                  {statuses.map((status) => cellOf(operation, status))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Card>
      <div class="report-columns">
        <Met title="Problem types" of={problemTypes} section="problems" />
        <Met title="Events delivered" of={events} section="events" />
      </div>
    </div>
  );
};

/** Nothing where the description has no such status; a sign where none was met; otherwise how often, with the requests. */
const cellOf = ({ operationId, answers }: CoverageReport['operations'][number], status: string) => {
  const count = answers.find((answer) => answer.status === status)?.count;
  if (count === undefined) return <td key={status} class="coverage-none" />;
  if (count === 0)
    return (
      <td key={status} class="coverage-open">
        <span class="unseen">not yet</span>
      </td>
    );
  return (
    <td key={status} class="coverage-met">
      <a
        href={link('traffic', { operation: operationId, status })}
        aria-label={`${count} times ${status} of ${operationId}`}
      >
        {count}
      </a>
    </td>
  );
};

const COUNTED = [
  ['operations', 'operations'],
  ['answers', 'responses'],
  ['problemTypes', 'problem types'],
  ['events', 'events'],
  ['capabilities', 'capabilities'],
] as const;

const Shares = (summary: CoverageReport['summary']) => (
  <List
    of={COUNTED.map(([name, words]) => ({ ...summary[name], words })).filter(({ described }) => described > 0)}
    class="coverage-shares"
  >
    {({ met, described, words }) => (
      <>
        <b>{met}</b> of {described} {words}
        <meter min={0} max={described} value={met} aria-label={`${words} used`} />
      </>
    )}
  </List>
);

const Met = ({
  title,
  of,
  section,
}: {
  readonly title: string;
  readonly of: CoverageReport['problemTypes'];
  readonly section: string;
}) =>
  of.length > 0 && (
    <Card title={title}>
      <List of={of} class="coverage-names" item={({ count }) => (count === 0 ? 'muted' : '')}>
        {({ name, count }) => (
          <>
            {isForeign.value ? name : <Refer to={section} name={name} />}
            <span>{count === 0 ? 'not yet' : count}</span>
          </>
        )}
      </List>
    </Card>
  );
