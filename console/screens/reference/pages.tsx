import type { ComponentChildren } from 'preact';
import type { Assumption, NextCallRequest } from '../../../src/generated/control-schemas.ts';
import {
  Badge,
  Button,
  Card,
  EmptyState,
  HttpStatus,
  Inline,
  KeyValues,
  List,
  Note,
  Prose,
  Refer,
  call,
  parameter,
} from '../../kit/kit.ts';
import { isBasic, placeOf } from '../../server/api-request.ts';
import {
  type Description,
  type Named,
  type Node,
  type Operation,
  entriesOf,
  text,
  toList,
  toNode,
} from '../../server/description.ts';
import { assumptionsOf, useReference, wordsOf } from './reference.ts';
import { Marks, Members, MessageBody, SchemaView } from './schema-view.tsx';
import { TryIt } from './try-it.tsx';

/** In place of a page whose address names nothing. */
const Missing = ({ what, id }: { readonly what: string; readonly id: string }) => (
  <EmptyState icon="search" title={`There is no ${what} ${id}`}>
    Choose one from the list.
  </EmptyState>
);

/** The name of what a page is about, with its signs, and what the description says of it. */
const Head = ({ item: { name, node }, children }: { readonly item: Named; readonly children?: ComponentChildren }) => (
  <div class="stack">
    <div class="row">
      <h2>{name}</h2>
      <Marks {...node} />
    </div>
    {children}
    {wordsOf(node) !== '' && <Prose text={wordsOf(node)} />}
  </div>
);

/** What a page is about, and the member that says it in a line. */
const ITEMS = {
  schemas: ['schema', undefined],
  events: ['event', 'summary'],
  headers: ['header', undefined],
  problems: ['problem type', 'title'],
} as const;

/** A page of one thing that the description names. */
export const ItemPage = ({ section, id }: { readonly section: keyof typeof ITEMS; readonly id: string }) => {
  const { description } = useReference();
  const [what, line] = ITEMS[section];
  const item = description[section].find(({ name }) => name === id);
  if (item === undefined) return <Missing what={what} id={id} />;
  const node = section === 'events' ? description.resolve(item.node['post']) : item.node;
  return (
    <>
      <Head item={{ name: id, node }}>{line && <p class="muted">{text(node[line])}</p>}</Head>
      {PARTS[section](item.name, node, description)}
    </>
  );
};

const PARTS: Readonly<
  Record<keyof typeof ITEMS, (name: string, node: Node, description: Description) => ComponentChildren>
> = {
  schemas: (_, node) => (
    <Card title="Members">
      <SchemaView schema={node} />
    </Card>
  ),
  events: (_, node, { resolve }) => (
    <Card title="What is posted to your endpoint">
      <MessageBody content={resolve(node['requestBody'])['content']} />
    </Card>
  ),
  problems: (name, node) => (
    <>
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
  ),
  headers: (name, node, { kind, operations }) => {
    const users = operations.filter(
      ({ parameters, responses }) =>
        parameters.some((parameter) => parameter.name === name) ||
        Object.values(responses).some(({ headers }) => name in toNode(headers)),
    );
    return (
      <>
        <Card title="Value">
          <SchemaView schema={node['schema']} />
        </Card>
        <Card title={`Operations with it (${users.length})`}>
          <List of={users} class="row">
            {({ id }) => <Refer to={kind} name={id} />}
          </List>
        </Card>
      </>
    );
  },
};

export const AssumptionPage = ({ id }: { readonly id: string }) => {
  const { assumptions, description } = useReference();
  const item = assumptions.find((assumption) => assumption.id === id);
  if (item === undefined) return <Missing what="assumption" id={id} />;
  return (
    <>
      <div class="stack">
        <div class="row">
          <h2>{item.id}</h2>
          <Badge tone="guess">Assumption</Badge>
        </div>
        <Prose text={item.question} />
      </div>
      <Card title="What the stub does">
        <SwitchAssumption {...item} />
      </Card>
      <Card title="What depends on it">
        <List of={item.where} class="row">
          {(name) =>
            description.operations.some(({ id }) => id === name) ? (
              <Refer to="api" name={name} />
            ) : description.schemas.some((schema) => schema.name === name) ? (
              <Refer to="schemas" name={name} />
            ) : (
              <code>{name}</code>
            )
          }
        </List>
      </Card>
    </>
  );
};

/** The choice and its alternatives; where there is a switch, each can be tried in this sandbox. */
const SwitchAssumption = ({ id, chosen, alternatives, current, whyNot }: Assumption) => {
  const put = (choice: string | null) =>
    call('PATCH /assumptions', { body: { [id]: choice === chosen.id ? null : choice } });
  const use = async (choice: string) => {
    await put(choice);
    const said = choice === chosen.id ? 'Back to the default choice.' : `This sandbox now uses “${choice}”.`;
    return { text: said, undo: () => put(current) };
  };
  return (
    <>
      <List of={[chosen, ...alternatives]} class="schema" item="row spread">
        {(choice) => {
          const name = choice.id;
          return (
            <>
              <Prose text={choice.text} />
              {(current === null ? choice === chosen : name === current) ? (
                <Badge tone="ok">In use</Badge>
              ) : name === null ? (
                <span class="muted tiny">no switch</span>
              ) : (
                <Button changes small onClick={() => use(name)}>
                  Use this
                </Button>
              )}
            </>
          );
        }}
      </List>
      {whyNot && (
        <Note>
          <Inline text={whyNot} />
        </Note>
      )}
    </>
  );
};

/** The field of a violation, as the API writes it. */
const field = parameter('field');

export const OperationPage = ({ id }: { readonly id: string }) => {
  const { description } = useReference();
  const operation = description.operations.find((candidate) => candidate.id === id);
  if (operation === undefined) return <Missing what="operation" id={id} />;
  const { node, parameters, body, method, path, summary, responses } = operation;
  return (
    <>
      <Head item={{ name: summary, node }}>
        <p class="reference-path">
          <b>{method}</b>
          <span>
            {description.basePath}
            {path}
          </span>
        </p>
      </Head>
      <Facts operation={operation} />
      {parameters.length > 0 && (
        <Card title="Parameters">
          <Members field={[field.value]} of={parameters} />
        </Card>
      )}
      {body['content'] !== undefined && (
        <Card title="Request body">
          {/* Names of members in a field that a violation names: `vins[0].purchaseAmount.currency` is in `vins`. */}
          <MessageBody
            key={field.value}
            content={body['content']}
            field={field.value
              .replaceAll(/\[\d+\]/g, '')
              .split('.')
              .filter(Boolean)}
          />
        </Card>
      )}
      <Card
        title="Responses"
        flush
        actions={
          description.kind === 'api' && (
            <Button changes small onClick={() => playNext({ operation: id, fault: 'reset' })}>
              Break next call
            </Button>
          )
        }
      >
        {Object.entries(responses).map(([status, response]) => (
          <Response key={status} operation={id} status={status} response={response} />
        ))}
      </Card>
      {description.kind === 'api' && (
        <Card title="Try it">
          <TryIt key={id} {...operation} />
        </Card>
      )}
    </>
  );
};

/** Decides the next call of a client, by a scenario of one step. */
const playNext = async (body: NextCallRequest) => {
  const { name, teaches } = await call('POST /next-calls', { body });
  return {
    text: teaches ?? name,
    undo: () => call('POST /scenarios/{name}/deactivate', { path: { name } }),
  };
};

/** What the description says beside shape: capabilities, categories, security. */
const Facts = ({ operation: { id, node, schemes } }: { readonly operation: Operation }) => {
  const capabilities = toList(node['x-required-capability']).map((needed) => ({
    name: typeof needed === 'string' ? needed : text(toNode(needed)['capability']),
    isAlways: typeof needed === 'string',
  }));
  const category = text(node['x-rate-limit-category']);
  return (
    <KeyValues
      of={[
        ['Operation id', <code>{id}</code>],
        capabilities.length > 0 && [
          'Needs the capability',
          capabilities.map(({ name, isAlways }) => (
            <span key={name}>
              <code>{name}</code> {isAlways ? '' : 'for some requests'}
            </span>
          )),
        ],
        category !== '' && ['Rate limit category', <code>{category}</code>],
        ['Credential', schemes.length === 0 ? 'None: it is public' : schemes.map(credentialOf).join(' and ')],
      ]}
    />
  );
};

/** What a security scheme asks for. */
const credentialOf = (scheme: Node): string => {
  const { place, name } = placeOf(scheme);
  return scheme['type'] === 'apiKey'
    ? `API key in the ${place} ${name}`
    : isBasic(scheme)
      ? 'User and password (Basic)'
      : 'Bearer token';
};

const Response = ({
  operation,
  status,
  response,
}: {
  readonly operation: string;
  readonly status: string;
  readonly response: Node;
}) => {
  const { description } = useReference();
  const headers = entriesOf(response['headers']);
  const isAssumed = assumptionsOf(response).length > 0;
  return (
    <details class="reference-fold">
      <summary>
        {/^\d+$/.test(status) ? <HttpStatus status={Number(status)} /> : <code>{status}</code>}
        <span>
          <Inline text={wordsOf(response)} />
          {isAssumed && (
            <span class="reference-guess" title="Based on assumptions">
              {' '}
              ~<span class="unseen"> assumed</span>
            </span>
          )}
        </span>
      </summary>
      <div class="reference-inside">
        {description.kind === 'api' && (
          <Button changes small onClick={() => playNext({ operation, status: Number(status) })}>
            Next call gets this
          </Button>
        )}
        {isAssumed && (
          <p class="row small">
            <Marks {...response} /> The description of the API leaves parts of this response open.
          </p>
        )}
        {headers.length > 0 && (
          <>
            <h3>Headers</h3>
            <Members
              field={[]}
              of={headers.map(([name, header]) => {
                const about = description.resolve(header);
                return { name, where: '', isRequired: false, schema: about['schema'], about };
              })}
            />
          </>
        )}
        {response['content'] === undefined ? (
          <p class="muted">No body.</p>
        ) : (
          <MessageBody content={response['content']} />
        )}
      </div>
    </details>
  );
};
