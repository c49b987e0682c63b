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
  showToast,
} from '../../kit/kit.ts';
import { link } from '../../server/address.ts';
import { call } from '../../server/call.ts';
import { useCall } from '../../server/use-call.ts';
import { FileActions } from './file-editor.tsx';

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
            <FileActions kind="scenario" of={value} lost="If it is active, it ends." />
            <SwitchScenario scenario={value} onChange={scenario.again} primary />
          </>
        )
      }
    >
      <Shown read={scenario}>{(read) => <Opened scenario={read} again={scenario.again} />}</Shown>
    </Page>
  );
};

const Opened = ({ scenario, again }: { readonly scenario: ScenarioStatus; readonly again: () => void }) => {
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
          <div class="stack">
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
              <p class="small muted">
                For a single call, send the header <code>X-Mock-Scenario: {name}</code>, active or not.
              </p>
            )}
          </div>
        </Card>
        {active && <Expectations name={name} />}
        {(active || scenario.state !== 'Started') && <ScenarioState scenario={scenario} again={again} />}
        {steps.length > 0 && (
          <Card flush title="Steps">
            <Table
              caption="Steps"
              rows={steps}
              id={({ number }) => String(number)}
              columns={[
                { title: 'Step', cell: ({ number }) => number },
                { title: 'On', clip: true, cell: ({ on }) => <code>{on === '*' ? 'every operation' : on}</code> },
                { title: 'What', cell: ({ title }) => title ?? '' },
                { title: 'Used', end: true, cell: ({ used }) => used },
                { title: 'Left', end: true, cell: ({ left }) => left ?? 'no limit' },
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
      <Source name={name} />
    </div>
  );
};

const Created = ({ given, assumed }: Pick<ScenarioStatus, 'given' | 'assumed'>) => {
  const switches = Object.entries(assumed);
  if (given.length === 0 && switches.length === 0) return null;
  return (
    <Card title="What it starts with">
      <div class="stack">
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
      </div>
    </Card>
  );
};

const Source = ({ name }: { readonly name: string }) => {
  const source = useCall('/scenarios/{name}', { path: { name } }, ['scenario']);
  return (
    <Card title="Scenario file" class="scenario-source">
      <Shown read={source}>{({ text }) => <CodeBlock text={text} what="the YAML" wrap />}</Shown>
    </Card>
  );
};

type Verdict = ScenarioReport['verdict'];

const TONES: Readonly<Record<Verdict, Tone>> = { met: 'ok', 'not-met': 'bad', open: 'info' };
const WORDS: Readonly<Record<Verdict, string>> = { met: 'Met', 'not-met': 'Not met', open: 'Open' };

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
              {expectations.length > 0 && <Badge tone={TONES[verdict]}>{WORDS[verdict]}</Badge>}
            </span>
          }
          actions={
            <span class="small muted">
              Since <Time at={activatedAt} />
            </span>
          }
        >
          {expectations.length === 0 ? (
            <p class="small muted">
              It expects nothing. Add <code>expect</code> to a copy of it to judge your client.
            </p>
          ) : (
            <ol class="stack expectations">
              {expectations.map((each) => (
                <li key={each.number} class="expectation">
                  <Badge tone={TONES[each.verdict]}>{WORDS[each.verdict]}</Badge>
                  <div>
                    <p dir="auto">{each.wanted}</p>
                    <p class="small muted" dir="auto">
                      {each.came}
                      {each.final ? ', final' : ''}
                    </p>
                    {each.because !== null && (
                      <p class="small muted" dir="auto">
                        Why: {each.because}
                      </p>
                    )}
                  </div>
                </li>
              ))}
            </ol>
          )}
          {!complete && <p class="small muted">The first requests after the activation are unknown.</p>}
        </Card>
      )}
    </Shown>
  );
};

/** The states of a scenario, the present one marked; another is entered by a click. */
const ScenarioState = ({ scenario, again }: { readonly scenario: ScenarioStatus; readonly again: () => void }) => {
  const { name, state, states } = scenario;
  const enter = async (wanted: string): Promise<void> => {
    await call('POST', '/scenarios/{name}/activate', { path: { name }, body: { state: wanted } });
    again();
  };
  const restart = async (): Promise<void> => {
    await call('POST', '/scenarios/{name}/activate', { path: { name } });
    again();
  };
  return (
    <Card
      title="State"
      actions={
        <Button changes small icon="reset" onClick={restart}>
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
            onClick={() => (each === state ? undefined : enter(each))}
          >
            {each}
          </Button>
        ))}
      </div>
    </Card>
  );
};

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
  onChange,
  primary = false,
}: {
  readonly scenario: Pick<ScenarioStatus, 'name' | 'active'>;
  readonly onChange: () => void;
  readonly primary?: boolean;
}) => {
  const change = async (): Promise<void> => {
    if (active) await call('POST', '/scenarios/{name}/deactivate', { path: { name } });
    else await call('POST', '/scenarios/{name}/activate', { path: { name } });
    showToast(active ? `${name} is no longer active.` : `${name} now applies to every call of the sandbox.`);
    onChange();
  };
  return (
    <Button
      changes
      small={!primary}
      kind={primary && !active ? 'primary' : 'plain'}
      icon={active ? 'pause' : 'play'}
      label={`${active ? 'Deactivate' : 'Activate'} ${name}`}
      onClick={change}
    >
      {active ? 'Deactivate' : 'Activate'}
    </Button>
  );
};
