import { ContractError } from './diagnostic.ts';

/** What the parser of YAML and JSON says of a text that is neither. */
export interface ParserComplaint {
  /** The file it read; undefined when it does not name one. */
  readonly file: string | undefined;
  readonly reason: string;
  readonly line: number;
  readonly column: number;
}

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';

/** The parser writes the place behind its reason; the rest of its text is an excerpt of the file. */
export const readComplaint = (error: unknown): ParserComplaint | undefined => {
  const found = /^(?:Error parsing (.*?): )?(.*) \((\d+):(\d+)\)$/.exec(firstLine(error));
  if (found === null) return undefined;
  const [, file, reason = '', line, column] = found;
  return { file, reason, line: Number(line), column: Number(column) };
};

/** Whatever kept a file from being loaded, with the place if the parser gave one. */
export const toContractError = (error: unknown, file: string): ContractError => {
  if (error instanceof ContractError) return error;
  const complaint = readComplaint(error);
  return complaint === undefined
    ? new ContractError(firstLine(error), { file })
    : new ContractError(complaint.reason, { file, line: complaint.line, column: complaint.column });
};
