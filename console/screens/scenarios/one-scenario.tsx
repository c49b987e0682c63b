import type { ScenarioReport, ScenarioStatus } from '../../../src/generated/control-schemas.ts';
import {
  Back,
  Badge,
  Button,
  Card,
  CodeBlock,
  KeyValues,
  Page,
  Shown,
  Table,
  Time,
  type Tone,
  call,
  link,
  useCall,
  Note,
  go,
} from '../../kit/kit.ts';

export const OneScenario = ({ name }: { readonly name: string }) => {
  const scenario = useCall('/scenarios/{name}', { path: { name } }, ['scenario', 'exchange', 'clock', 'state']);
  const { value } = scenario.value;
  return (
    <Page
      title={<span dir="auto">{name}</span>}
      intro={<Back to={link('scenarios')}>All scenarios</Back>}
      actions={
        value !== undefined && (
          <>
            <ScenarioActions {...value} />
            <SwitchScenario scenario={value} primary />
          </>
        )
      }
    >
      <Shown read={scenario}>{(read) => <Opened scenario={read} />}</Shown>
    </Page>
  );
};

const Opened = ({ scenario }: { readonly scenario: ScenarioStatus & { readonly text: string } }) => {
  const { name, teaches, client, active, exhausted, area, origin, steps, given, assumed, happened } = scenario;
  return (
    <div class="scenario-columns">
      <div class="stack">
        <Card
          title={
            <span class="row">
              {origin === 'uploaded' ? 'Uploaded to this sandbox' : toAreaTitle(area ?? 'own')}
              <Badge tone={exhausted ? 'warn' : active ? 'ok' : 'quiet'}>
                {exhausted ? 'Used up' : active ? 'Active' : 'Not active'}
              </Badge>
            </span>
          }
        >
          {teaches !== null && (
            <div>
              <h3>What it teaches</h3>
              <p class="reading" dir="auto">
                {teaches}
              </p>
            </div>
          )}
          {client !== null && (
            <div>
              <h3>What a correct client does</h3>
              <p class="reading" dir="auto">
                {client}
              </p>
            </div>
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
          <Card flush title="Steps">
            <Table
              caption="Steps"
              rows={steps}
              id={({ number }) => String(number)}
              columns={[
                ['Step', ({ number }) => number],
                ['On', ({ on }) => <code>{on === '*' ? 'every operation' : on}</code>, 'clip'],
                ['What', ({ title }) => title ?? ''],
                ['Used', ({ used }) => used, 'end'],
                ['Left', ({ left }) => left ?? 'no limit', 'end'],
              ]}
            />
          </Card>
        )}
        <Created given={given} assumed={assumed} />
        {happened.length > 0 && (
          <Card title="What its timeline has done">
            <ol class="stack">
              {happened.map(({ entry, at, failure }) => (
                <li key={`${String(entry)} ${at}`} class="row">
                  <Badge tone={failure === null ? 'ok' : 'bad'}>{failure === null ? 'Done' : 'Failed'}</Badge>
                  <span>Entry {entry}</span>
                  <Time at={at} />
                  {failure !== null && <span class="small">{failure}</span>}
                </li>
              ))}
            </ol>
          </Card>
        )}
      </div>
      <Card title="Scenario file" class="scenario-source">
        <CodeBlock text={scenario.text} what="the YAML" wrap />
      </Card>
    </div>
  );
};

const Created = ({ given, assumed }: Pick<ScenarioStatus, 'given' | 'assumed'>) => {
  const switches = Object.entries(assumed);
  if (given.length === 0 && switches.length === 0) return null;
  return (
    <Card title="What it starts with">
      {given.map(({ fixture, kind, ...ids }, index) => (
        <div key={index} class="stack scenario-given">
          <h3>
            {kind} {fixture}
          </h3>
          <KeyValues of={Object.entries(ids).map(([key, value]) => [key, <code>{value}</code>] as const)} />
        </div>
      ))}
      {switches.length > 0 && (
        <KeyValues of={switches.map(([id, choice]) => [id, <Badge tone="guess">{choice}</Badge>] as const)} />
      )}
    </Card>
  );
};

const VERDICTS: Readonly<Record<ScenarioReport['verdict'], readonly [tone: Tone, words: string]>> = {
  met: ['ok', 'Met'],
  'not-met': ['bad', 'Not met'],
  open: ['info', 'Open'],
};

const verdictOf = (verdict: ScenarioReport['verdict']) => (
  <Badge tone={VERDICTS[verdict][0]}>{VERDICTS[verdict][1]}</Badge>
);

/** What the scenario expects of a correct client, and what came; live. */
const Expectations = ({ name }: { readonly name: string }) => {
  const report = useCall('/scenarios/{name}/verdict', { path: { name } }, [
    'scenario',
    'exchange',
    'delivery',
    'clock',
  ]);
  return (
    <Shown read={report}>
      {({ verdict, expectations, activatedAt, complete }) => (
        <Card
          title={
            <span class="row">
              Expectations
              {expectations.length > 0 && verdictOf(verdict)}
            </span>
          }
          actions={
            <span class="small muted">
              Since <Time at={activatedAt} />
            </span>
          }
        >
          {expectations.length === 0 ? (
            <Note>
              It expects nothing. Add <code>expect</code> to a copy of it to judge your client.
            </Note>
          ) : (
            <ol class="stack expectations">
              {expectations.map((each) => (
                <li key={each.number} class="expectation">
                  {verdictOf(each.verdict)}
                  <div>
                    <p dir="auto">{each.wanted}</p>
                    <Note>
                      {each.came}
                      {each.final ? ', final' : ''}
                    </Note>
                    {each.because !== null && <Note>Why: {each.because}</Note>}
                  </div>
                </li>
              ))}
            </ol>
          )}
          {!complete && <Note>The first requests after the activation are unknown.</Note>}
        </Card>
      )}
    </Shown>
  );
};

/** The states of a scenario, the present one marked; another is entered by a click. */
const ScenarioState = ({ name, state, states }: ScenarioStatus) => (
  <Card
    title="State"
    actions={
      <Button changes small icon="reset" onClick={() => call('POST', '/scenarios/{name}/activate', { path: { name } })}>
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
          onClick={() =>
            each !== state && call('POST', '/scenarios/{name}/activate', { path: { name }, body: { state: each } })
          }
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
  vies: 'VIES',
  limits: 'Rate limits',
  access: 'Access',
  service: 'The service itself',
};

/** The words for a folder of scenarios. */
export const toAreaTitle = (area: string): string =>
  TITLES[area] ?? `${area.charAt(0).toUpperCase()}${area.slice(1).replaceAll('-', ' ')}`;

/** Activates a scenario for every call of the sandbox, or ends it. */
export const SwitchScenario = ({
  scenario: { name, active },
  primary = false,
}: {
  readonly scenario: Pick<ScenarioStatus, 'name' | 'active'>;
  readonly primary?: boolean;
}) => {
  const verb = active ? 'Deactivate' : 'Activate';
  return (
    <Button
      changes
      small={!primary}
      kind={primary && !active ? 'primary' : 'plain'}
      icon={active ? 'pause' : 'play'}
      label={`${verb} ${name}`}
      onClick={async () => {
        await call('POST', active ? '/scenarios/{name}/deactivate' : '/scenarios/{name}/activate', { path: { name } });
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
          await call('DELETE', '/scenarios/{name}', { path: { name } });
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
