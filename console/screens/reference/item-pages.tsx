import type { Assumption } from '../../../src/generated/control-schemas.ts';
import { Badge, Button, Card, EmptyState, Inline, KeyValues, Prose, showToast } from '../../kit/kit.ts';
import { link } from '../../server/address.ts';
import { call } from '../../server/call.ts';
import { type Description, type Named, text, toNode } from './description.ts';
import { Marks, MessageBody, SchemaView } from './schema-view.tsx';

interface ItemProps {
  readonly description: Description;
  readonly id: string;
}

const Missing = ({ what, id }: { readonly what: string; readonly id: string }) => (
  <EmptyState icon="search" title={`There is no ${what} ${id}`}>
    <p>Choose one from the list.</p>
  </EmptyState>
);

const Head = ({ item, words }: { readonly item: Named; readonly words?: string }) => (
  <div class="stack">
    <div class="row">
      <h2>{item.name}</h2>
      <Marks node={item.node} />
    </div>
    {words !== undefined && words !== '' && <p class="muted">{words}</p>}
    {text(item.node['description']) !== '' && <Prose text={text(item.node['description'])} />}
  </div>
);

export const SchemaPage = ({ description, id }: ItemProps) => {
  const item = description.schemas.find(({ name }) => name === id);
  if (item === undefined) return <Missing what="schema" id={id} />;
  return (
    <>
      <Head item={item} />
      <Card title="Members">
        <SchemaView description={description} schema={item.node} />
      </Card>
    </>
  );
};

export const EventPage = ({ description, id }: ItemProps) => {
  const item = description.events.find(({ name }) => name === id);
  if (item === undefined) return <Missing what="event" id={id} />;
  const operation = description.resolve(item.node['post']);
  const body = description.resolve(operation['requestBody']);
  return (
    <>
      <Head item={{ name: item.name, node: operation }} words={text(operation['summary'])} />
      <Card title="What is posted to your endpoint">
        <MessageBody description={description} content={toNode(body['content'])} />
      </Card>
    </>
  );
};

export const HeaderPage = ({ description, id }: ItemProps) => {
  const item = description.headers.find(({ name }) => name === id);
  if (item === undefined) return <Missing what="header" id={id} />;
  const isUsedBy = description.operations.filter(
    ({ parameters, node }) =>
      parameters.some(({ name }) => name === id) ||
      Object.values(toNode(node['responses'])).some(
        (response) => toNode(description.resolve(response)['headers'])[id] !== undefined,
      ),
  );
  return (
    <>
      <Head item={item} />
      <Card title="Value">
        <SchemaView description={description} schema={item.node['schema']} />
      </Card>
      <Card title={`Operations with it (${String(isUsedBy.length)})`}>
        <ul class="row">
          {isUsedBy.map((operation) => (
            <li key={operation.id}>
              <a href={link('reference', description.kind, operation.id)}>{operation.id}</a>
            </li>
          ))}
        </ul>
      </Card>
    </>
  );
};

export const ProblemPage = ({ description, id }: ItemProps) => {
  const item = description.problems.find(({ name }) => name === id);
  if (item === undefined) return <Missing what="problem type" id={id} />;
  const { node } = item;
  return (
    <>
      <Head item={item} words={text(node['title'])} />
      <KeyValues
        of={[
          ['Status', text(node['status'])],
          ['Type', <code>/problems/{item.name}</code>],
          ...(node['x-remedy'] === undefined ? [] : ([['Remedy', text(node['x-remedy'])]] as const)),
        ]}
      />
      <p>
        <a href={`/problems/${encodeURIComponent(item.name)}`} target="_blank" rel="noreferrer">
          What it means and how to fix it, with an example
        </a>
      </p>
    </>
  );
};

export const AssumptionPage = ({
  assumptions,
  description,
  id,
  again,
}: {
  readonly assumptions: readonly Assumption[];
  readonly description: Description;
  readonly id: string;
  readonly again: () => void;
}) => {
  const item = assumptions.find((assumption) => assumption.id === id);
  if (item === undefined) return <Missing what="assumption" id={id} />;
  const operations = new Set(description.operations.map((operation) => operation.id));
  const schemas = new Set(description.schemas.map(({ name }) => name));
  return (
    <>
      <div class="stack">
        <div class="row">
          <h2>{item.id}</h2>
          <Badge tone="guess">Assumption</Badge>
        </div>
        <p class="reading">
          <Inline text={item.question} />
        </p>
      </div>
      <Card title="What the stub does">
        <SwitchAssumption assumption={item} again={again} />
      </Card>
      <Card title="What depends on it">
        <ul class="row">
          {item.where.map((name) => (
            <li key={name}>
              {operations.has(name) ? (
                <a href={link('reference', 'api', name)}>{name}</a>
              ) : schemas.has(name) ? (
                <a href={link('reference', 'schemas', name)}>{name}</a>
              ) : (
                <code>{name}</code>
              )}
            </li>
          ))}
        </ul>
      </Card>
    </>
  );
};

/** The choice and its alternatives; where there is a switch, each can be tried in this sandbox. */
const SwitchAssumption = ({ assumption, again }: { readonly assumption: Assumption; readonly again: () => void }) => {
  const { id, chosen, alternatives, current, whyNot } = assumption;
  const set = async (choice: string | null): Promise<void> => {
    await call('PATCH', '/assumptions', { body: { [id]: choice } });
    again();
    const undo = async (): Promise<void> => {
      await call('PATCH', '/assumptions', { body: { [id]: current === chosen.id ? null : current } });
      again();
    };
    showToast(choice === null ? 'Back to the default choice.' : `This sandbox now uses “${choice}”.`, {
      undo: () => void undo(),
    });
  };
  return (
    <ul class="schema">
      {[chosen, ...alternatives].map((choice) => {
        const isCurrent = current === null ? choice === chosen : choice.id === current;
        return (
          <li key={choice.text} class="row spread">
            <div class="reading">
              <Inline text={choice.text} />
            </div>
            {isCurrent ? (
              <Badge tone="ok">In use</Badge>
            ) : choice.id === null ? (
              <span class="muted tiny">no switch</span>
            ) : (
              <Button changes small onClick={() => set(choice === chosen ? null : choice.id)}>
                Use this
              </Button>
            )}
          </li>
        );
      })}
      {whyNot !== undefined && (
        <li class="muted small">
          <Inline text={whyNot} />
        </li>
      )}
    </ul>
  );
};
