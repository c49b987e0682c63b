import { ContractError } from './diagnostic.ts';

/** A syntax error of the YAML and JSON parser. */
interface ParserComplaint {
  /** The file that was parsed; undefined if the error does not name it. */
  readonly file: string | undefined;
  readonly reason: string;
  readonly line: number;
  readonly column: number;
}

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';

/** The parser appends the position to the reason; the rest of its message is an excerpt of the file. */
export const readComplaint = (error: unknown): ParserComplaint | undefined => {
  const found = /^(?:Error parsing (.*?): )?(.*) \((\d+):(\d+)\)$/.exec(firstLine(error));
  if (found === null) return undefined;
  const [, file, reason = '', line, column] = found;
  return { file, reason, line: Number(line), column: Number(column) };
};

/** Converts any error while loading a file, with the position if the parser reported one. */
export const toContractError = (error: unknown, file: string): ContractError => {
  if (error instanceof ContractError) return error;
  const complaint = readComplaint(error);
  return complaint === undefined
    ? new ContractError(firstLine(error), { file })
    : new ContractError(complaint.reason, { file, line: complaint.line, column: complaint.column });
};
