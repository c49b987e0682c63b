import type { NextCallRequest } from '../../../src/generated/control-schemas.ts';
import { Button, Card, EmptyState, HttpStatus, Inline, KeyValues, Prose, showToast } from '../../kit/kit.ts';
import { parameter } from '../../server/address.ts';
import { call } from '../../server/call.ts';
import { type Node, type Operation, assumptionsOf, text, toList, toNode, useReference } from './description.ts';
import { Marks, Members, MessageBody } from './schema-view.tsx';
import { TryIt } from './try-it.tsx';

/** The field of a violation, as the API writes it. */
const field = parameter('field');

export const OperationPage = ({ id }: { readonly id: string }) => {
  const { description } = useReference();
  const operation = description.operations.find((candidate) => candidate.id === id);
  if (operation === undefined)
    return (
      <EmptyState icon="search" title={`There is no operation ${id}`}>
        <p>Choose one from the list.</p>
      </EmptyState>
    );
  const { node, parameters } = operation;
  const body = description.resolve(node['requestBody']);
  return (
    <>
      <div class="stack">
        <div class="row">
          <h2>{operation.summary}</h2>
          <Marks node={node} />
        </div>
        <p class="reference-path">
          <b>{operation.method}</b>
          <span>
            {description.basePath}
            {operation.path}
          </span>
        </p>
        {text(node['description']) !== '' && <Prose text={text(node['description'])} />}
        <Facts operation={operation} />
      </div>
      {parameters.length > 0 && (
        <Card title="Parameters">
          <Members
            field={[field.value]}
            of={parameters.map((parameter) => ({
              name: text(parameter['name']),
              where: text(parameter['in']),
              isRequired: parameter['required'] === true,
              schema: parameter['schema'],
              about: parameter,
            }))}
          />
        </Card>
      )}
      {body['content'] !== undefined && (
        <Card title="Request body">
          <MessageBody
            key={field.value}

            content={toNode(body['content'])}
            field={namesIn(field.value)}
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
        {Object.entries(toNode(node['responses'])).map(([status, response]) => (
          <Response
            key={status}
            operation={id}
            status={status}

            response={description.resolve(response)}
          />
        ))}
      </Card>
      {description.kind === 'api' && (
        <Card title="Try it">
          <TryIt key={id} operation={operation} />
        </Card>
      )}
    </>
  );
};

/** Decides the next call of a client, by a scenario of one step. */
const playNext = async (body: NextCallRequest): Promise<void> => {
  const { name, teaches } = await call('POST', '/next-calls', { body });
  const undo = (): void => void call('POST', '/scenarios/{name}/deactivate', { path: { name } });
  showToast(teaches ?? name, { undo });
};

/** What the description says beside shape: capabilities, categories, security. */
const Facts = ({ operation: { id, node } }: { readonly operation: Operation }) => {
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
        Array.isArray(node['security']) && node['security'].length === 0 && ['Access', 'Public: it needs no token.'],
      ]}
    />
  );
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
  const headers = Object.entries(toNode(response['headers']));
  return (
    <details class="reference-fold">
      <summary>
        {/^\d+$/.test(status) ? <HttpStatus status={Number(status)} /> : <code>{status}</code>}
        <span>
          <Inline text={text(response['description'])} />
          {assumptionsOf(response).length > 0 && (
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
        {assumptionsOf(response).length > 0 && (
          <p class="row small">
            <Marks node={response} /> The description of the API leaves parts of this response open.
          </p>
        )}
        {headers.length > 0 && (
          <>
            <h3>Headers</h3>
            <Members
              field={[]}
              of={headers.map(([name, header]) => {
                const about = description.resolve(header);
                return { name, isRequired: false, schema: about['schema'], about };
              })}
            />
          </>
        )}
        {response['content'] === undefined ? (
          <p class="muted">No body.</p>
        ) : (
          <MessageBody content={toNode(response['content'])} />
        )}
      </div>
    </details>
  );
};

/** Names of members in a field that a violation names: `vins[0].purchaseAmount.currency` is in `vins`. */
const namesIn = (field: string): readonly string[] =>
  field
    .replaceAll(/\[\d+\]/g, '')
    .split('.')
    .filter((name) => name !== '');
