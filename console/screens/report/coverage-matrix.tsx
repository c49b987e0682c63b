import type { CoverageReport } from '../../../src/generated/control-schemas.ts';
import { Card, FilterChoice, type Parameter, link, Refer } from '../../kit/kit.ts';

type Operation = CoverageReport['operations'][number];

/** Operations by status: what the client has met, and how often. */
export const CoverageMatrix = ({
  coverage,
  since,
}: {
  readonly coverage: CoverageReport;
  readonly since: Parameter;
}) => {
  const statuses = [
    ...new Set(coverage.operations.flatMap(({ answers }) => answers.map(({ status }) => status))),
  ].sort();
  return (
    <div class="stack">
      <div class="row spread">
        <Shares {...coverage.summary} />
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
              {coverage.operations.map((operation) => (
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
      <div class="coverage-lists">
        <Met title="Problem types" of={coverage.problemTypes} section="problems" />
        <Met title="Events delivered" of={coverage.events} section="events" />
      </div>
    </div>
  );
};

/** Nothing where the description has no such status; a sign where none was met; otherwise how often, with the requests. */
const cellOf = ({ operationId, answers }: Operation, status: string) => {
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
        aria-label={`${String(count)} times ${status} of ${operationId}`}
      >
        {count}
      </a>
    </td>
  );
};

const NAMES: Readonly<Record<keyof CoverageReport['summary'], string>> = {
  operations: 'operations',
  answers: 'responses',
  problemTypes: 'problem types',
  events: 'events',
  capabilities: 'capabilities',
};

const Shares = (summary: CoverageReport['summary']) => (
  <ul class="coverage-shares">
    {(Object.keys(NAMES) as (keyof CoverageReport['summary'])[]).map((name) => {
      const { met, described } = summary[name];
      return (
        <li key={name}>
          <b>{met}</b> of {described} {NAMES[name]}
          <meter min={0} max={Math.max(1, described)} value={met} aria-label={`${NAMES[name]} used`} />
        </li>
      );
    })}
  </ul>
);

const Met = ({
  title,
  of,
  section,
}: {
  readonly title: string;
  readonly of: CoverageReport['problemTypes'];
  readonly section: string;
}) => (
  <Card title={title}>
    <ul class="coverage-names">
      {of.map(({ name, count }) => (
        <li key={name} class={count === 0 ? 'muted' : ''}>
          <Refer to={section} name={name} />
          <span>{count === 0 ? 'not yet' : count}</span>
        </li>
      ))}
    </ul>
  </Card>
);
