import type { ScenarioStatus } from '../../../src/generated/control-schemas.ts';
import {
  Badge,
  Card,
  EmptyState,
  FilterBar,
  FilterChoice,
  FilterText,
  List,
  Page,
  Shown,
  address,
  link,
  parameter,
  useCall,
} from '../../kit/kit.ts';
import { ScenarioEditor } from './file-editor.tsx';
import { OneScenario, SwitchScenario, areaOf, toAreaTitle } from './one-scenario.tsx';

const view = parameter('view');

export default () => {
  const name = address.value.segments[1];
  if (view.value === 'edit') return <ScenarioEditor key={name ?? ''} name={name} />;
  return name === undefined ? <ScenarioLibrary /> : <OneScenario key={name} name={name} />;
};

const text = parameter('text');
const area = parameter('area');

/** All scenarios by area, the active ones first. */
const ScenarioLibrary = () => (
  <Page
    title="Scenarios"
    intro="Deviations from normal behaviour, to see how your client copes. An active scenario applies to every call."
    actions={
      <a class="button button-primary" href={link('scenarios', { view: 'edit' })}>
        Write a scenario
      </a>
    }
  >
    <Shown read={useCall('/scenarios')}>{({ data }) => <Areas all={data} />}</Shown>
  </Page>
);

/** One's own first. */
const rank = (name: string): number => (name === 'uploaded' ? 0 : name === 'own' ? 1 : 2);

const Areas = ({ all }: { readonly all: readonly ScenarioStatus[] }) => {
  const areas = [...new Set(all.map(areaOf))].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  const wanted = text.value.toLowerCase();
  const shown = all.filter(
    (scenario) =>
      (area.value === '' || areaOf(scenario) === area.value) &&
      `${scenario.name} ${scenario.teaches ?? ''} ${scenario.client ?? ''}`.toLowerCase().includes(wanted),
  );
  return (
    <>
      <FilterBar>
        <FilterText label="Find a scenario" value={text} />
        <FilterChoice
          label="Area"
          all="All areas"
          choices={areas.map((each) => [each, toAreaTitle(each)] as const)}
          value={area}
        />
      </FilterBar>
      {shown.length === 0 && (
        <EmptyState icon="scenarios" title={all.length === 0 ? 'No scenarios yet' : 'No scenario matches'}>
          {all.length === 0
            ? 'Write one: it decides what an operation answers, and judges what your client does.'
            : 'Change the filter, or write one of your own.'}
        </EmptyState>
      )}
      <Area title="Active now" scenarios={shown.filter(({ active }) => active)} class="scenario-active" />
      {areas.map((each) => (
        <Area
          key={each}
          title={toAreaTitle(each)}
          scenarios={shown.filter((scenario) => areaOf(scenario) === each && !scenario.active)}
        />
      ))}
    </>
  );
};

const Area = ({
  title,
  scenarios,
  class: name = '',
}: {
  readonly title: string;
  readonly scenarios: readonly ScenarioStatus[];
  readonly class?: string;
}) =>
  scenarios.length === 0 ? null : (
    <Card flush title={title} class={name}>
      <List of={scenarios} item="scenario-row">
        {(scenario) => (
          <>
            <a class="scenario-name" data-row href={link('scenarios', scenario.name)}>
              {scenario.name}
            </a>
            <p class="scenario-teaches">
              {scenario.teaches ?? <span class="muted">The file does not say what it teaches.</span>}
            </p>
            <span class="row scenario-switch">
              {scenario.active && <Badge tone="ok">{scenario.state === 'Started' ? 'Active' : scenario.state}</Badge>}
              <SwitchScenario {...scenario} />
            </span>
          </>
        )}
      </List>
    </Card>
  );
