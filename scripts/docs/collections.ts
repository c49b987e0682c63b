import type { Contract, Operation } from '../../src/engine/contract/contract.ts';
import { parsePointer, valueAt } from '../../src/kernel/json-pointer.ts';
import { toTokenItem } from '../../src/control/recordings/postman-collection.ts';
import { REQUEST_SELLER, createRequestBuilder } from '../../test/support/valid-request.ts';

/** What is used of Arazzo 1.0 (https://spec.openapis.org/arazzo/v1.0.1). */
export interface Arazzo {
  readonly info: { readonly title: string; readonly summary: string };
  readonly components: { readonly parameters: Readonly<Record<string, ArazzoParameter>> };
  readonly workflows: readonly Workflow[];
}

interface Workflow {
  readonly workflowId: string;
  readonly summary: string;
  readonly parameters?: readonly (ArazzoParameter | { readonly reference: string })[];
  readonly steps: readonly Step[];
}

interface ArazzoParameter {
  readonly name: string;
  readonly in: 'path' | 'header' | 'query';
  readonly value: string;
}

interface Step {
  readonly stepId: string;
  readonly description?: string;
  readonly operationId: string;
  readonly parameters?: Workflow['parameters'];
  readonly requestBody?: { readonly contentType: string; readonly payload: Readonly<Record<string, unknown>> };
  readonly successCriteria: readonly {
    readonly condition: string;
    readonly context?: string;
    readonly type?: 'regex';
  }[];
  readonly outputs?: Readonly<Record<string, string>>;
  readonly onFailure?: readonly { readonly type: 'retry'; readonly retryAfter: number; readonly retryLimit: number }[];
}

/** The workflows and one request for each operation, as a Postman collection, format 2.1. */
export const collection = (arazzo: Arazzo, contract: Contract): object => ({
  info: {
    name: arazzo.info.title,
    description: `${arazzo.info.summary} Run "Access token" first: a token lives five minutes. Made by "npm run generate".`,
    schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
  },
  auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
  variable: Object.entries({
    baseUrl: 'http://127.0.0.1:4010/v1',
    tokenUrl: 'http://127.0.0.1:4010/auth/realms/integration/protocol/openid-connect/token',
    clientId: 'api-client-demo',
    clientSecret: 'demo-secret',
    seller: '3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31',
  }).map(([key, value]) => ({ key, value })),
  item: [
    // In a folder: Bruno runs folders first.
    { name: 'Access token', item: [ACCESS_TOKEN] },
    ...arazzo.workflows.map((workflow) => ({
      name: workflow.workflowId,
      description: workflow.summary,
      item: workflow.steps.map((step) => toItem(step, workflow, arazzo, contract)),
    })),
    {
      name: 'Operations',
      description: 'Each operation with the example of the description.',
      item: toOperations(contract),
    },
  ],
});

const toEvent = (...lines: readonly string[]) => [{ listen: 'test', script: { type: 'text/javascript', exec: lines } }];

const ACCESS_TOKEN = toTokenItem('Get a token', ['pm.collectionVariables.set("run", `RUN-${Date.now()}`);']);

const toVariable = (expression: string): string =>
  expression.replace(/^\$inputs\./, '').replace(/^\$steps\.(\w+)\.outputs\.(\w+)$/, '$1_$2');

/** Runtime expressions, alone or in a text, as variables of Postman. */
const toTemplate = (text: string): string =>
  text
    .replaceAll(/\{(\$[\w.]+)\}/g, '$1')
    .replaceAll(/\$(?:inputs\.\w+|steps\.\w+\.outputs\.\w+)/g, (found) => `{{${toVariable(found)}}}`);

/** A runtime expression, or a condition of them, in the language of Postman's scripts. */
const toScript = (expression: string): string =>
  expression
    .replaceAll('$statusCode', 'pm.response.code')
    .replaceAll(/\$response\.body#(\/[\w/]+)/g, (_, pointer: string) =>
      ['pm.response.json()', ...parsePointer(pointer).map((member) => `[${JSON.stringify(member)}]`)].join(''),
    )
    .replaceAll(/\$steps\.\w+\.outputs\.\w+/g, (found) => `pm.collectionVariables.get("${toVariable(found)}")`)
    .replaceAll(' == ', ' === ');

const toItem = (step: Step, workflow: Workflow, { components }: Arazzo, { operations }: Contract) => {
  const operation = operations.find(({ id }) => id === step.operationId);
  if (operation === undefined) throw new Error(`there is no operation ${step.operationId}`);
  const parameters = [...(workflow.parameters ?? []), ...(step.parameters ?? [])].map((one) => {
    if (!('reference' in one)) return one;
    const found = components.parameters[one.reference.split('.').at(-1) ?? ''];
    if (found === undefined) throw new Error(`there is no ${one.reference}`);
    return found;
  });
  const isAuthorized = parameters.some(({ name }) => name === 'Authorization');
  const path = parameters
    .filter((one) => one.in === 'path')
    .reduce((template, { name, value }) => template.replace(`{${name}}`, toTemplate(value)), operation.path);
  const headers = parameters.filter((one) => one.in === 'header' && one.name !== 'Authorization');
  return {
    name: step.stepId,
    request: {
      method: operation.method,
      url: `{{baseUrl}}${path}`,
      ...(step.description === undefined ? {} : { description: step.description }),
      ...(isAuthorized ? {} : { auth: { type: 'noauth' } }),
      header: [
        ...headers.map(({ name, value }) => ({ key: name, value: toTemplate(value) })),
        ...(step.requestBody?.contentType === 'application/json'
          ? [{ key: 'Content-Type', value: 'application/json' }]
          : []),
      ],
      ...toBody(step.requestBody),
    },
    event: toEvent(...toChecks(step)),
  };
};

const toBody = (body: Step['requestBody']) => {
  if (body === undefined) return {};
  if (body.contentType !== 'multipart/form-data')
    return toJsonBody(toTemplate(JSON.stringify(body.payload, undefined, 2)));
  const parts = Object.entries(body.payload).map(([key, value]) => ({
    key,
    ...(value === `$file('${EVIDENCE}')` ? { src: EVIDENCE, type: 'file' } : { value, type: 'text' }),
  }));
  return { body: { mode: 'formdata', formdata: parts } };
};

/** Beside the collection: what is uploaded. */
const EVIDENCE = 'evidence.pdf';

const toJsonBody = (raw: string) => ({ body: { mode: 'raw', raw, options: { raw: { language: 'json' } } } });

/** In folders by their first tag. */
const toOperations = (contract: Contract): readonly object[] => {
  const build = createRequestBuilder(contract);
  const toRequest = (operation: Operation) => {
    const { method, path, headers, body } = build(operation);
    const withSeller = (text: string): string => text.replaceAll(REQUEST_SELLER, '{{seller}}');
    return {
      name: operation.id,
      request: {
        method,
        url: `{{baseUrl}}${withSeller(path)}`,
        ...(operation.security.length === 0 ? { auth: { type: 'noauth' } } : {}),
        header: Object.entries(headers).map(([key, value]) => ({
          key,
          value: key === 'Idempotency-Key' ? '{{$guid}}' : value,
        })),
        ...(typeof body === 'string' ? toJsonBody(withSeller(JSON.stringify(JSON.parse(body), undefined, 2))) : {}),
        ...(body instanceof FormData
          ? {
              body: {
                mode: 'formdata',
                formdata: [...body].map(([key, value]) =>
                  typeof value === 'string' ? { key, value, type: 'text' } : { key, src: EVIDENCE, type: 'file' },
                ),
              },
            }
          : {}),
      },
    };
  };
  const tagOf = ({ pointer }: Operation): string =>
    String((valueAt(contract.document, pointer) as { readonly tags?: readonly string[] }).tags?.[0]);
  return Object.entries(Object.groupBy(contract.operations, tagOf)).map(([name, operations = []]) => ({
    name,
    item: operations.map(toRequest),
  }));
};

const toChecks = ({ stepId, successCriteria, outputs = {}, onFailure: [retry] = [] }: Step): readonly string[] => {
  const criteria = successCriteria.map(({ condition, context, type }) => ({
    title: context === undefined ? condition : `${context} matches ${condition}`,
    script:
      type === 'regex'
        ? `new RegExp(${JSON.stringify(condition)}).test(${toScript(context ?? '')})`
        : toScript(condition),
  }));
  const checks = [
    ...criteria.map(
      ({ title, script }) => `pm.test(${JSON.stringify(title)}, () => pm.expect(${script}).to.equal(true));`,
    ),
    ...Object.entries(outputs).map(
      ([name, expression]) => `pm.collectionVariables.set("${stepId}_${name}", ${toScript(expression)});`,
    ),
  ];
  if (retry === undefined) return checks;
  return [
    `const isMet = ${criteria.map(({ script }) => script).join(' && ')};`,
    'const tries = Number(pm.collectionVariables.get("tries") || 0);',
    `if (!isMet && tries < ${String(retry.retryLimit)}) {`,
    '  pm.collectionVariables.set("tries", tries + 1);',
    '  pm.execution.setNextRequest(pm.info.requestName);',
    // The run waits for timers of a script.
    `  setTimeout(() => {}, ${String(retry.retryAfter * 1000)});`,
    '} else {',
    '  pm.collectionVariables.set("tries", 0);',
    ...checks.map((line) => `  ${line}`),
    '}',
  ];
};
