import type { Assumption } from '../../../src/generated/control-schemas.ts';
import { Badge, Button, Card, EmptyState, Inline, KeyValues, Prose, showToast } from '../../kit/kit.ts';
import { link } from '../../server/address.ts';
import { call } from '../../server/call.ts';
import { type Named, text, toNode, useReference } from './description.ts';
import { Marks, MessageBody, SchemaView } from './schema-view.tsx';

const Missing = ({ what, id }: { readonly what: string; readonly id: string }) => (
  <EmptyState icon="search" title={`There is no ${what} ${id}`}>
    <p>Choose one from the list.</p>
  </EmptyState>
);

const Head = ({ item: { name, node }, words = '' }: { readonly item: Named; readonly words?: string }) => (
  <div class="stack">
    <div class="row">
      <h2>{name}</h2>
      <Marks node={node} />
    </div>
    {words !== '' && <p class="muted">{words}</p>}
    {text(node['description']) !== '' && <Prose text={text(node['description'])} />}
  </div>
);

const WHAT = { schemas: 'schema', events: 'event', headers: 'header', problems: 'problem type' } as const;

/** A page of one thing that the description names. */
export const ItemPage = ({ section, id }: { readonly section: keyof typeof WHAT; readonly id: string }) => {
  const { description } = useReference();
  const item = description[section].find(({ name }) => name === id);
  if (item === undefined) return <Missing what={WHAT[section]} id={id} />;
  switch (section) {
    case 'schemas':
      return (
        <>
          <Head item={item} />
          <Card title="Members">
            <SchemaView schema={item.node} />
          </Card>
        </>
      );
    case 'events':
      return <EventParts item={item} />;
    case 'headers':
      return <HeaderParts item={item} />;
    case 'problems':
      return <ProblemParts item={item} />;
  }
};

const EventParts = ({ item: { name, node } }: { readonly item: Named }) => {
  const { resolve } = useReference().description;
  const operation = resolve(node['post']);
  return (
    <>
      <Head item={{ name, node: operation }} words={text(operation['summary'])} />
      <Card title="What is posted to your endpoint">
        <MessageBody content={toNode(resolve(operation['requestBody'])['content'])} />
      </Card>
    </>
  );
};

const HeaderParts = ({ item }: { readonly item: Named }) => {
  const { kind, operations, resolve } = useReference().description;
  const users = operations.filter(
    ({ parameters, node }) =>
      parameters.some(({ name }) => name === item.name) ||
      Object.values(toNode(node['responses'])).some(
        (response) => toNode(resolve(response)['headers'])[item.name] !== undefined,
      ),
  );
  return (
    <>
      <Head item={item} />
      <Card title="Value">
        <SchemaView schema={item.node['schema']} />
      </Card>
      <Card title={`Operations with it (${String(users.length)})`}>
        <ul class="row">
          {users.map(({ id }) => (
            <li key={id}>
              <a href={link('reference', kind, id)}>{id}</a>
            </li>
          ))}
        </ul>
      </Card>
    </>
  );
};

const ProblemParts = ({ item }: { readonly item: Named }) => {
  const { name, node } = item;
  return (
    <>
      <Head item={item} words={text(node['title'])} />
      <KeyValues
        of={[
          ['Status', text(node['status'])],
          ['Type', <code>/problems/{name}</code>],
          node['x-remedy'] !== undefined && ['Remedy', text(node['x-remedy'])],
        ]}
      />
      <p>
        <a href={`/problems/${encodeURIComponent(name)}`} target="_blank" rel="noreferrer">
          What it means and how to fix it, with an example
        </a>
      </p>
    </>
  );
};

export const AssumptionPage = ({ id }: { readonly id: string }) => {
  const { assumptions, description } = useReference();
  const item = assumptions.find((assumption) => assumption.id === id);
  if (item === undefined) return <Missing what="assumption" id={id} />;
  const placeOf = (name: string): string | undefined => {
    if (description.operations.some((operation) => operation.id === name)) return link('reference', 'api', name);
    if (description.schemas.some((schema) => schema.name === name)) return link('reference', 'schemas', name);
    return undefined;
  };
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
        <SwitchAssumption assumption={item} />
      </Card>
      <Card title="What depends on it">
        <ul class="row">
          {item.where.map((name) => {
            const place = placeOf(name);
            return <li key={name}>{place === undefined ? <code>{name}</code> : <a href={place}>{name}</a>}</li>;
          })}
        </ul>
      </Card>
    </>
  );
};

/** The choice and its alternatives; where there is a switch, each can be tried in this sandbox. */
const SwitchAssumption = ({
  assumption: { id, chosen, alternatives, current, whyNot },
}: {
  readonly assumption: Assumption;
}) => {
  const { again } = useReference();
  const put = async (choice: string | null): Promise<void> => {
    await call('PATCH', '/assumptions', { body: { [id]: choice === chosen.id ? null : choice } });
    again();
  };
  const use = async (choice: string | null): Promise<void> => {
    await put(choice);
    showToast(choice === chosen.id ? 'Back to the default choice.' : `This sandbox now uses “${choice ?? ''}”.`, {
      undo: () => put(current),
    });
  };
  return (
    <ul class="schema">
      {[chosen, ...alternatives].map((choice) => (
        <li key={choice.text} class="row spread">
          <div class="reading">
            <Inline text={choice.text} />
          </div>
          {(current === null ? choice === chosen : choice.id === current) ? (
            <Badge tone="ok">In use</Badge>
          ) : choice.id === null ? (
            <span class="muted tiny">no switch</span>
          ) : (
            <Button changes small onClick={() => use(choice.id)}>
              Use this
            </Button>
          )}
        </li>
      ))}
      {whyNot !== undefined && (
        <li class="muted small">
          <Inline text={whyNot} />
        </li>
      )}
    </ul>
  );
};
