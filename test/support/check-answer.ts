import type { Contract, Operation } from '../../src/engine/contract/contract.ts';
import { createStrictAjv, faultsOf } from './strict-ajv.ts';

/** An answer with its body read. */
export interface ReadAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Without parameters; empty when there is none. */
  readonly mediaType: string;
  readonly bytes: Buffer;
  /** The body as JSON; undefined when it is none. */
  readonly body: unknown;
}

export const isJson = (mediaType: string): boolean => /[/+]json$/.test(mediaType);

export const readAnswer = async (response: Response): Promise<ReadAnswer> => {
  const bytes = Buffer.from(await response.arrayBuffer());
  const mediaType = (response.headers.get('content-type') ?? '').replace(/;.*$/, '');
  const { status, headers } = response;
  return {
    status,
    headers,
    mediaType,
    bytes,
    body: isJson(mediaType) ? (JSON.parse(bytes.toString()) as unknown) : undefined,
  };
};

/** Lists what of an answer the description does not promise. */
export type CheckAnswer = (operation: Operation, answer: ReadAnswer) => string[];

/** Holds answers against the description without the help of the server's own validators. */
export const createAnswerCheck = ({ document }: Contract): CheckAnswer => {
  const ajv = createStrictAjv(document);
  const headerChecks = new Map<object, ReturnType<typeof ajv.ofTexts>>();

  return ({ id, responses }, { status, headers, mediaType, bytes, body }) => {
    const response = responses.find((candidate) => candidate.status === String(status));
    if (response === undefined) return [`${id} does not describe ${status}`];
    let headerCheck = headerChecks.get(response);
    if (headerCheck === undefined) {
      headerCheck = ajv.ofTexts({
        type: 'object',
        properties: Object.fromEntries(
          response.headers.map(({ name, schema }) => [name, ajv.reference(schema!.pointer)]),
        ),
        required: response.headers.filter(({ required }) => required).map(({ name }) => name),
      });
      headerChecks.set(response, headerCheck);
    }
    const faults = faultsOf(headerCheck, Object.fromEntries(headers));
    if (response.contents.length === 0)
      return bytes.length === 0 ? faults : [...faults, 'a body where none is described'];
    const content = response.contents.find((candidate) => candidate.mediaType === mediaType);
    if (content === undefined) return [...faults, `"${mediaType}" is not described`];
    if (bytes.length === 0) faults.push('the body is empty');
    if (isJson(mediaType)) faults.push(...faultsOf(ajv.at(content.schema!.pointer), body));
    return faults;
  };
};
