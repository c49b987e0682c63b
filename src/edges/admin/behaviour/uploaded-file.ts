import type { DecodedBody } from '../../../engine/message/message.ts';
import { problem } from '../../../engine/problems/problem.ts';
import { FileError } from '../../../kernel/user-errors.ts';
import { stringifyJson } from '../../../kernel/json.ts';

/** JSON or YAML as sent, so that fault locations refer to the sender's text. */
export const textOf = (body: DecodedBody): string => {
  switch (body.kind) {
    case 'text':
      return body.text;
    case 'json':
    case 'binary':
      return new TextDecoder().decode(body.bytes);
    default:
      return stringifyJson({});
  }
};

/** Answers 422 for an uploaded file with faults, each with its line and column. */
export const refusingFaults = async <T>(noun: 'scenario' | 'storyboard', work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const [first] = error.faults;
    throw problem('validation-error', {
      detail: `The ${noun} is invalid: ${first?.message ?? ''}`,
      errors: error.faults.map(({ line, column, message }) => ({
        field: `${line}:${column}`,
        message,
        rejectedValue: null,
      })),
    });
  }
};

/** The outcome of a file that is only validated. */
export const validityOf = async <T>(work: () => Promise<T>, nameIn: (file: T) => string) => {
  try {
    return { valid: true, name: nameIn(await work()), diagnostics: [] };
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const diagnostics = error.faults.map(({ line, column, message }) => ({ line, column, message }));
    return { valid: false, name: null, diagnostics };
  }
};
