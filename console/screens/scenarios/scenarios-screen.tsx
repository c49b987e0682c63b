import type { ScenarioStatus } from '../../../src/generated/control-schemas.ts';
import {
  Back,
  Badge,
  Button,
  Card,
  CodeBlock,
  EmptyState,
  FilterBar,
  FilterChoice,
  FilterText,
  KeyValues,
  List,
  Note,
  Page,
  Shown,
  State,
  Table,
  Time,
  address,
  call,
  go,
  inWords,
  link,
  parameter,
  useCall,
} from '../../kit/kit.ts';
import { ScenarioEditor } from './file-editor.tsx';

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
          choices={areas.map((each) => [each, toAreaTitle(each)])}
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

const OneScenario = ({ name }: { readonly name: string }) => {
  const scenario = useCall('/scenarios/{name}', { path: { name } });
  const { value } = scenario;
  return (
    <Page
      title={name}
      intro={<Back to={link('scenarios')}>All scenarios</Back>}
      actions={
        value !== undefined && (
          <>
            <ScenarioActions {...value} />
            <SwitchScenario {...value} primary />
          </>
        )
      }
    >
      <Shown read={scenario}>{(read) => <Opened {...read} />}</Shown>
    </Page>
  );
};

const Opened = (scenario: ScenarioStatus & { readonly text: string }) => {
  const { name, teaches, client, active, exhausted, steps, happened } = scenario;
  return (
    <div class="scenario-columns">
      <div class="stack">
        <Card
          title={
            <>
              {toAreaTitle(areaOf(scenario))}
              <Badge tone={exhausted ? 'warn' : active ? 'ok' : 'quiet'}>
                {exhausted ? 'Used up' : active ? 'Active' : 'Not active'}
              </Badge>
            </>
          }
        >
          {[
            ['What it teaches', teaches],
            ['What a correct client does', client],
          ].map(
            ([title, text]) =>
              text !== null && (
                <div key={title}>
                  <h3>{title}</h3>
                  <p class="reading">{text}</p>
                </div>
              ),
          )}
          {!active && (
            <Note>
              For a single call, send the header <code>X-Mock-Scenario: {name}</code>, active or not.
            </Note>
          )}
        </Card>
        {active && <Expectations name={name} />}
        {(active || scenario.state !== 'Started') && <ScenarioState {...scenario} />}
        {steps.length > 0 && (
          <Table
            titled
            caption="Steps"
            rows={steps}
            columns={[
              ['Step', 'number'],
              ['On', ({ on }) => <code>{on === '*' ? 'every operation' : on}</code>, 'clip'],
              ['What', ({ title }) => title],
              ['Used', 'used', 'end'],
              ['Left', ({ left }) => left ?? 'no limit', 'end'],
            ]}
          />
        )}
        <Created {...scenario} />
        {happened.length > 0 && (
          <Card title="What its timeline has done">
            <List ordered of={happened} class="stack" item="row">
              {({ entry, at, failure }) => (
                <>
                  <Badge tone={failure === null ? 'ok' : 'bad'}>{failure === null ? 'Done' : 'Failed'}</Badge>
                  <span>Entry {entry}</span>
                  <Time at={at} />
                  {failure && <span class="small">{failure}</span>}
                </>
              )}
            </List>
          </Card>
        )}
      </div>
      <Card title="Scenario file" class="scenario-source">
        <CodeBlock text={scenario.text} what="the YAML" wrap />
      </Card>
    </div>
  );
};

const Created = ({ given = [], assumed }: Pick<ScenarioStatus, 'assumed'> & Partial<ScenarioStatus>) => {
  const switches = Object.entries(assumed);
  if (given.length === 0 && switches.length === 0) return null;
  return (
    <Card title="What it starts with">
      {given.map(({ fixture, kind, ...ids }, index) => (
        <div key={index} class="stack scenario-given">
          <h3>
            {kind} {fixture}
          </h3>
          <KeyValues code of={Object.entries(ids)} />
        </div>
      ))}
      {switches.length > 0 && (
        <KeyValues of={switches.map(([id, choice]) => [id, <Badge tone="guess">{choice}</Badge>])} />
      )}
    </Card>
  );
};

/** What the scenario expects of a correct client, and what came; live. */
const Expectations = ({ name }: { readonly name: string }) => {
  const report = useCall('/scenarios/{name}/verdict', { path: { name } });
  return (
    <Shown read={report}>
      {({ verdict, expectations, activatedAt, complete }) => (
        <Card
          title={
            <>
              Expectations
              {expectations.length > 0 && <State of={verdict} />}
            </>
          }
          actions={
            <span class="small muted">
              Since <Time at={activatedAt} />
            </span>
          }
        >
          <List
            none={
              <Note>
                It expects nothing. Add <code>expect</code> to a copy of it to judge your client.
              </Note>
            }
            ordered
            of={expectations}
            class="stack expectations"
            item="expectation"
          >
            {(each) => (
              <>
                <State of={each.verdict} />
                <div>
                  <p>{each.wanted}</p>
                  <Note>
                    {each.came}
                    {each.final ? ', final' : ''}
                  </Note>
                  {each.because && <Note>Why: {each.because}</Note>}
                </div>
              </>
            )}
          </List>
          {!complete && <Note>The first requests after the activation are unknown.</Note>}
        </Card>
      )}
    </Shown>
  );
};

const activate = (name: string, body?: { readonly state: string }) =>
  call('POST /scenarios/{name}/activate', { path: { name }, body });

/** The states of a scenario, the present one marked; another is entered by a click. */
const ScenarioState = ({ name, state, states }: ScenarioStatus) => (
  <Card
    title="State"
    actions={
      <Button changes small icon="reset" onClick={() => activate(name)}>
        Start again
      </Button>
    }
  >
    <div class="row" role="group" aria-label="State">
      {states.map((each) => (
        <Button
          changes
          key={each}
          small
          pressed={each === state}
          onClick={() => each !== state && activate(name, { state: each })}
        >
          {each}
        </Button>
      ))}
    </div>
  </Card>
);

const TITLES: Readonly<Record<string, string>> = {
  own: 'From your folder',
  uploaded: 'Uploaded to this sandbox',
  limits: 'Rate limits',
  service: 'The service itself',
};

/** The folder of its file, or where else it is from. */
const areaOf = ({ origin, area }: ScenarioStatus): string => (origin === 'uploaded' ? origin : (area ?? 'own'));

/** The words for it. */
const toAreaTitle = (area: string): string => TITLES[area] ?? inWords(area);

/** Activates a scenario for every call of the sandbox, or ends it. */
const SwitchScenario = ({ name, active, primary }: ScenarioStatus & { readonly primary?: boolean }) => {
  const verb = active ? 'Deactivate' : 'Activate';
  return (
    <Button
      changes
      small={!primary}
      kind={primary && !active ? 'primary' : 'plain'}
      icon={active ? 'pause' : 'play'}
      label={`${verb} ${name}`}
      onClick={async () => {
        await call(active ? 'POST /scenarios/{name}/deactivate' : 'POST /scenarios/{name}/activate', {
          path: { name },
        });
        return active ? `${name} is no longer active.` : `${name} now applies to every call of the sandbox.`;
      }}
    >
      {verb}
    </Button>
  );
};

/** Deletes or edits a scenario that was uploaded, or edits a copy of one that was not. */
const ScenarioActions = ({ name, origin }: { readonly name: string; readonly origin: string }) => (
  <>
    {origin === 'uploaded' && (
      <Button
        changes
        kind="danger"
        ask={{
          title: `Delete ${name}?`,
          text: 'The server keeps no copy. If it is active, it ends.',
          verb: 'Delete the scenario',
        }}
        onClick={async () => {
          await call('DELETE /scenarios/{name}', { path: { name } });
          go(link('scenarios'));
          return `${name} is deleted.`;
        }}
      >
        Delete
      </Button>
    )}
    <a class="button button-plain" href={link('scenarios', name, { view: 'edit' })}>
      {origin === 'uploaded' ? 'Edit' : 'Edit a copy'}
    </a>
  </>
);
