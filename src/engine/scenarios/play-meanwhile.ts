import { isJsonMediaType, madeRequest } from '../../kernel/http.ts';
import { stringifyJson } from '../../kernel/json.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Contract, Operation } from '../contract/contract.ts';
import type { Responder, Routed, Validated } from '../exchange/exchange.ts';
import type { DecodedBody } from '../message/message.ts';
import { changeForScenario } from '../sandbox/organization-change.ts';
import type { RequestValidator } from '../validation/request-validator.ts';
import { type TemplateSource, fill, fillToText } from './template.ts';
import type { Meanwhile, OrganizationFile } from '../../generated/scenario-file.ts';

/**
 * Executes a concurrent call or change just before a request, and describes the outcome in a few words. The call works on
 * the same sandbox, for the same caller, as if it had been received a moment earlier: without Idempotency-Key and
 * rate-limit budget, but validated against the description like any other. A refusal is recorded, and the scenario
 * continues.
 */
export const createPlayMeanwhile = ({
  contract,
  requestValidator,
  responder,
}: {
  readonly contract: Contract;
  readonly requestValidator: (operation: Operation) => RequestValidator;
  /** The stateful responder. */
  readonly responder: Responder;
}) => {
  const call = async (
    operation: Operation,
    { params = {}, body }: Meanwhile,
    outer: Routed,
    source: TemplateSource,
  ): Promise<string> => {
    const pathParameters = { ...outer.pathParameters };
    for (const [name, text] of Object.entries(params)) pathParameters[name] = fillToText(text, source);
    const path = operation.path.replaceAll(/\{([^}]*)\}/g, (_all, name: string) =>
      encodeURIComponent(pathParameters[name] ?? ''),
    );
    const request = madeRequest({
      method: operation.method,
      path: contract.basePath + path,
      query: '',
      origin: outer.request.origin,
      headers: [],
      body: new Uint8Array(0),
    });
    const validator = requestValidator(operation);
    const { values, faults } = validator.parameters({ path: pathParameters, query: new URLSearchParams(), request });
    const decoded = toBody(operation, body === undefined ? undefined : fill(body, source));
    const checked = validator.body(decoded);
    // Path parameters only: headers such as the Idempotency-Key are not required, since the call is not sent.
    const fault = faults.find(({ parameter }) => parameter.in === 'path');
    const first = fault?.violation ?? checked.violations[0];
    if (first !== undefined) return `${operation.id} was not called: ${first.field} ${first.message}`;
    const partner = operation.parameters.find(({ namesPartner }) => namesPartner);
    const inner: Validated = {
      ...outer,
      request,
      operation,
      pathParameters,
      partner: partner && pathParameters[partner.name],
      body: decoded,
      idempotency: undefined,
      budget: undefined,
      input: { parameters: values, body: checked.value },
    };
    const answer = await responder(inner);
    return answer === undefined
      ? `${operation.id} was not called: it does not answer from the sandbox`
      : `${operation.id} answered ${answer.reply.status}`;
  };

  return async (meanwhile: Meanwhile, scenario: string, exchange: Routed, source: TemplateSource): Promise<string> => {
    const told: string[] = [];
    const { organization, call: called } = meanwhile;
    if (organization !== undefined) {
      await exchange.sandbox?.transact((work) => changeForScenario(work, scenario, organization));
      told.push(`the organization changed (${describe(organization)})`);
    }
    const operation = contract.operations.find(({ id }) => id === called);
    if (operation !== undefined)
      told.push(await call(operation, meanwhile, exchange, source).catch(describeRefusal(operation)));
    else if (called !== undefined) told.push(`there is no ${called}`);
    return told.join(', and ');
  };
};

const describeRefusal =
  ({ id }: Operation) =>
  (error: unknown): string => {
    if (!(error instanceof Problem)) throw error;
    return `${id} was refused with ${error.members.status}: ${error.members.detail}`;
  };

const describe = ({ capabilities = {}, ...rest }: OrganizationFile): string =>
  Object.entries({ ...rest, ...capabilities })
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join(', ');

const toBody = ({ requestBody }: Operation, value: unknown): DecodedBody => {
  const content = requestBody?.contents.find(({ mediaType }) => isJsonMediaType(mediaType));
  if (value === undefined || content === undefined) return { kind: 'none' };
  const text = stringifyJson(value);
  const bytes = new TextEncoder().encode(text);
  return { kind: 'json', content, bytes, text, value: value as never, holdsBigInt: true };
};
