import { go, link } from '../../address/address.ts';
import { ask } from '../../kit/ask.tsx';
import { Badge } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { CodeBlock } from '../../kit/code-block.tsx';
import { KeyValues } from '../../kit/key-values.tsx';
import { Page } from '../../kit/page.tsx';
import { Shown } from '../../kit/shown.tsx';
import { Table } from '../../kit/table.tsx';
import { Time } from '../../kit/time.tsx';
import { showToast } from '../../kit/toast.tsx';
import { call } from '../../server/call.ts';
import { useCall } from '../../server/use-call.ts';
import { Expectations } from './expectations.tsx';
import { ScenarioState } from './scenario-state.tsx';
import { SwitchScenario } from './switch-scenario.tsx';
import { toAreaTitle } from './to-area-title.ts';
import type { Scenario } from './types.ts';

export const OneScenario = ({ name }: { readonly name: string }) => {
  const scenario = useCall('/scenarios/{name}', { path: { name } }, ['scenario', 'exchange', 'clock', 'state']);
  return (
    <Page
      title={<span dir="auto">{name}</span>}
      intro={
        <a class="scenario-back" data-close href={link('scenarios')}>
          All scenarios
        </a>
      }
      actions={<Actions scenario={scenario.value.value} again={scenario.again} />}
    >
      <Shown read={scenario}>{(value) => <Opened scenario={value} again={scenario.again} />}</Shown>
    </Page>
  );
};

const remove = async (name: string): Promise<void> => {
  const text = 'The server keeps no copy. If it is active, it ends.';
  if (!(await ask({ title: `Delete ${name}?`, text, verb: 'Delete the scenario', danger: true }))) return;
  await call('DELETE', '/scenarios/{name}', { path: { name } });
  showToast(`${name} is deleted.`);
  go(link('scenarios'));
};

const Actions = ({ scenario, again }: { readonly scenario: Scenario | undefined; readonly again: () => void }) =>
  scenario === undefined ? null : (
    <>
      {scenario.origin === 'uploaded' && (
        <Button changes kind="danger" onClick={() => remove(scenario.name)}>
          Delete
        </Button>
      )}
      <a class="button button-plain" href={link('scenarios', scenario.name, { view: 'edit' })}>
        {scenario.origin === 'uploaded' ? 'Edit' : 'Edit a copy'}
      </a>
      <SwitchScenario scenario={scenario} onChange={again} primary />
    </>
  );

const Opened = ({ scenario, again }: { readonly scenario: Scenario; readonly again: () => void }) => {
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

const Created = ({ given, assumed }: Pick<Scenario, 'given' | 'assumed'>) => {
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
