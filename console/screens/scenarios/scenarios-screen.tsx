import type { ScenarioStatus } from '../../../src/generated/control-schemas.ts';
import { Badge, Card, EmptyState, FilterBar, FilterChoice, FilterText, Page, Shown } from '../../kit/kit.ts';
import { address, link, parameter } from '../../server/address.ts';
import { useCall } from '../../server/use-call.ts';
import { ScenarioEditor } from './file-editor.tsx';
import { OneScenario, SwitchScenario, toAreaTitle } from './one-scenario.tsx';

const view = parameter('view');

export default () => {
  const name = address.value.segments[1];
  if (view.value === 'edit') return <ScenarioEditor key={name ?? ''} {...(name === undefined ? {} : { name })} />;
  return name === undefined ? <ScenarioLibrary /> : <OneScenario key={name} name={name} />;
};

const text = parameter('text');
const area = parameter('area');

/** All scenarios by area, the active ones first. */
const ScenarioLibrary = () => {
  const scenarios = useCall('/scenarios', {}, ['scenario', 'state']);
  return (
    <Page
      title="Scenarios"
      intro="Deviations from normal behaviour, to see how your client copes. An active scenario applies to every call."
      actions={
        <a class="button button-primary" href={link('scenarios', { view: 'edit' })}>
          Write a scenario
        </a>
      }
    >
      <Shown read={scenarios} rows={8}>
        {({ data }) => <Areas all={data} again={scenarios.again} />}
      </Shown>
    </Page>
  );
};

const areaOf = (scenario: ScenarioStatus): string =>
  scenario.origin === 'uploaded' ? 'uploaded' : (scenario.area ?? 'own');

const Areas = ({ all, again }: { readonly all: readonly ScenarioStatus[]; readonly again: () => void }) => {
  const areas = [...new Set(all.map(areaOf))].sort(byArea);
  const wanted = text.value.toLowerCase();
  const shown = all.filter(
    (scenario) =>
      (area.value === '' || areaOf(scenario) === area.value) &&
      `${scenario.name} ${scenario.teaches ?? ''} ${scenario.client ?? ''}`.toLowerCase().includes(wanted),
  );
  const active = shown.filter((scenario) => scenario.active);
  return (
    <div class="stack">
      <FilterBar>
        <FilterText label="Find a scenario" value={text} />
        <FilterChoice
          label="Area"
          all="All areas"
          choices={areas.map((each) => ({ value: each, title: toAreaTitle(each) }))}
          value={area}
        />
      </FilterBar>
      {shown.length === 0 && (
        <EmptyState icon="scenarios" title="No scenario matches">
          <p class="small">Change the filter, or write one of your own.</p>
        </EmptyState>
      )}
      {active.length > 0 && <Area title="Active now" scenarios={active} again={again} class="scenario-active" />}
      {areas.map((each) => {
        const inside = shown.filter((scenario) => areaOf(scenario) === each && !scenario.active);
        return inside.length === 0 ? null : (
          <Area key={each} title={toAreaTitle(each)} scenarios={inside} again={again} />
        );
      })}
    </div>
  );
};

/** One's own first. */
const byArea = (a: string, b: string): number => rank(a) - rank(b) || (a < b ? -1 : 1);
const rank = (area: string): number => (area === 'uploaded' ? 0 : area === 'own' ? 1 : 2);

const Area = ({
  title,
  scenarios,
  again,
  class: name = '',
}: {
  readonly title: string;
  readonly scenarios: readonly ScenarioStatus[];
  readonly again: () => void;
  readonly class?: string;
}) => (
  <Card flush title={title} class={name}>
    <ul>
      {scenarios.map((scenario) => (
        <li key={scenario.name} class="scenario-row">
          <a class="scenario-name" data-row href={link('scenarios', scenario.name)}>
            {scenario.name}
          </a>
          <p class="scenario-teaches" dir="auto">
            {scenario.teaches ?? <span class="muted">The file does not say what it teaches.</span>}
          </p>
          <span class="row scenario-switch">
            {scenario.active && <Badge tone="ok">{scenario.state === 'Started' ? 'Active' : scenario.state}</Badge>}
            <SwitchScenario scenario={scenario} onChange={again} />
          </span>
        </li>
      ))}
    </ul>
  </Card>
);
