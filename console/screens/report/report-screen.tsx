import { link, parameter } from '../../address/address.ts';
import { Badge } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import '../../kit/every-screen.ts';
import { Page } from '../../kit/page.tsx';
import { Inline } from '../../kit/prose.tsx';
import { Shown } from '../../kit/shown.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import { toUrl } from '../../server/call.ts';
import { download } from '../../server/download.ts';
import { useCall } from '../../server/use-call.ts';
import { CoverageMatrix } from './coverage-matrix.tsx';
import { FindingCard } from './finding-card.tsx';

const tab = parameter('tab', 'findings');

export default () => (
  <Page
    title="Report"
    intro="What your client does well, what to fix, and which parts of the API it has not used."
    actions={<Downloads />}
  >
    <Tabs
      label="Parts of the report"
      chosen={tab}
      tabs={[
        { id: 'findings', title: 'Findings', content: () => <Findings /> },
        { id: 'coverage', title: 'Coverage', content: () => <Coverage /> },
        { id: 'unseen', title: 'Not visible here', content: () => <NotSeen /> },
      ]}
    />
  </Page>
);

const Downloads = () => (
  <>
    <span class="muted small">Download</span>
    <Button small onClick={() => saveReport('html')}>
      HTML
    </Button>
    <Button small onClick={() => saveReport('junit')}>
      JUnit
    </Button>
  </>
);

const Findings = () => {
  const findings = useCall('/findings', {}, ['finding', 'exchange']);
  return (
    <Shown read={findings}>
      {({ data }) =>
        data.length === 0 ? (
          <EmptyState icon="check" title="No mistakes found so far">
            <p>
              The server checks each request of your client against the rules of the API. Send some, or run your tests
              against it; mistakes appear here with the remedy. <a href={link()}>How to send a first request</a>
            </p>
          </EmptyState>
        ) : (
          <ol class="stack">
            {data.map((finding) => (
              <FindingCard key={`${finding.rule} ${finding.subject} ${finding.clientId ?? ''}`} finding={finding} />
            ))}
          </ol>
        )
      }
    </Shown>
  );
};

const Coverage = () => {
  const since = parameter('since', 'reset');
  const coverage = useCall(
    '/coverage',
    { query: { format: 'json', since: since.value === 'start' ? 'start' : 'reset' } },
    ['exchange'],
  );
  return (
    <Shown read={coverage}>
      {(value) => ('operations' in value ? <CoverageMatrix coverage={value} since={since} /> : null)}
    </Shown>
  );
};

/** Mistakes that no stub can detect: each with the way to find out. */
const NotSeen = () => {
  const findings = useCall('/findings', {});
  return (
    <Shown read={findings}>
      {({ notSeen }) => (
        <div class="stack">
          <p class="reading">
            Some mistakes cannot be seen from the server. For each, this is how to find out whether your client makes
            it.
          </p>
          {notSeen.map(({ mistake, quote, instead }) => (
            <Card key={mistake} title={mistake}>
              <div class="stack">
                <blockquote class="report-quote reading">
                  <Inline text={quote} />
                </blockquote>
                <p class="reading">
                  <Badge tone="info">Instead</Badge> {instead}
                </p>
              </div>
            </Card>
          ))}
        </div>
      )}
    </Shown>
  );
};

const NAMES = { html: 'coverage.html', junit: 'coverage.junit.xml' } as const;

/** Saves the coverage in a format for people or for build servers. */
const saveReport = (format: keyof typeof NAMES): Promise<void> =>
  download(toUrl('/coverage', { query: { format } }), NAMES[format]);
