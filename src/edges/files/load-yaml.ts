import { readFile } from 'node:fs/promises';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { LineCounter, isNode, parseDocument } from 'yaml';

/** What is wrong with a file of ours, by place. */
export interface FileFault {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export class FileError extends Error {
  override readonly name = 'FileError';
  readonly faults: readonly FileFault[];

  constructor(faults: readonly FileFault[]) {
    super(faults.map(formatFault).join('\n'));
    this.faults = faults;
  }
}

export const formatFault = ({ file, line, column, message }: FileFault): string =>
  `${file}:${String(line)}:${String(column)}: ${message}`;

/**
 * Reads a YAML file and holds it against a JSON Schema; every fault comes with its line. Unknown keys are faults too,
 * where the schema says so: a misspelt key must not be passed over in silence.
 */
export const loadYaml = async <T>(file: string, schema: object): Promise<T> => {
  const lines = new LineCounter();
  const text = await readFile(file, 'utf8').catch(() => {
    throw new FileError([{ file, line: 1, column: 1, message: 'no such file' }]);
  });
  const document = parseDocument(text, { lineCounter: lines });
  const at = (offset: number, message: string): FileFault => {
    const { line, col } = lines.linePos(offset);
    return { file, line, column: col, message };
  };
  if (document.errors.length > 0)
    throw new FileError(document.errors.map((error) => at(error.pos[0], error.message.split('\n')[0] ?? error.code)));
  const value: unknown = document.toJS();
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  formats.default(ajv);
  const validate = ajv.compile(schema);
  if (validate(value)) return value as T;
  const place = (error: ErrorObject): number => {
    const path = error.instancePath
      .split('/')
      .slice(1)
      .map((key) => (/^\d+$/.test(key) ? Number(key) : key));
    const unknown: unknown = error.params['additionalProperty'];
    const node = document.getIn(typeof unknown === 'string' ? [...path, unknown] : path, true);
    return isNode(node) && node.range ? node.range[0] : 0;
  };
  throw new FileError((validate.errors ?? []).map((error) => at(place(error), explain(error))));
};

const explain = (error: ErrorObject): string => {
  const where = error.instancePath === '' ? 'the file' : error.instancePath.slice(1).replaceAll('/', '.');
  const unknown: unknown = error.params['additionalProperty'];
  if (typeof unknown === 'string') return `${where} has an unknown key "${unknown}"`;
  const allowed: unknown = error.params['allowedValues'];
  return `${where} ${error.message ?? error.keyword}${Array.isArray(allowed) ? `: ${allowed.join(', ')}` : ''}`;
};
