import type { NextCallRequest } from '../../../src/generated/control-schemas.ts';
import { Button, Card, HttpStatus, Inline, KeyValues, call, parameter } from '../../kit/kit.ts';
import { isBasic, placeOf } from '../../server/api-request.ts';
import { type Node, type Operation, entriesOf, text, toList, toNode } from '../../server/description.ts';
import { assumptionsOf, useReference, wordsOf } from './reference.ts';
import { Head, Missing } from './item-pages.tsx';
import { Marks, Members, MessageBody } from './schema-view.tsx';
import { TryIt } from './try-it.tsx';

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
  const { name, teaches } = await call('POST', '/next-calls', { body });
  return { text: teaches ?? name, undo: () => call('POST', '/scenarios/{name}/deactivate', { path: { name } }) };
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
