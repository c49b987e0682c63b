/** A transcript: curl commands as one would type them, each with the answer that one would see. */
export interface Step {
  readonly line: number;
  /** Its variables are still to be filled in: some have their values from answers before. */
  readonly command: string;
  readonly expected: ExpectedAnswer;
}

export type Variables = Readonly<Record<string, string>>;

export interface CurlRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | FormData | undefined;
}

export interface ExpectedAnswer {
  readonly status: number;
  /** Only these are compared; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** `$NAME` or `${NAME}`, at the place where the search begins. */
const VARIABLE = /\$(?:(\w+)|\{(\w+)\})/y;

/**
 * Words of a POSIX shell, for what our transcripts use: single quotes, double quotes, backslashes, and variables, which
 * mean nothing between single quotes.
 */
const toWords = (command: string, valueOf: (name: string) => string): string[] => {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let i = 0; i < command.length; i++) {
    const character = command.charAt(i);
    VARIABLE.lastIndex = i;
    const variable = quote === "'" ? null : VARIABLE.exec(command);
    if (variable !== null) {
      word = (word ?? '') + valueOf(variable[1] ?? variable[2] ?? '');
      i = VARIABLE.lastIndex - 1;
    } else if (quote !== '') {
      if (character === quote) quote = '';
      else word = (word ?? '') + command.charAt(character === '\\' && quote === '"' ? ++i : i);
    } else if (character === "'" || character === '"') {
      quote = character;
      word ??= '';
    } else if (character === '\\') {
      i++;
      if (command.charAt(i) !== '\n') word = (word ?? '') + command.charAt(i);
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + character;
  }
  if (quote !== '') throw new Error(`a quote is not closed in: ${command}`);
  return word === undefined ? words : [...words, word];
};

/** Understands the options that the transcripts use, and refuses every other one: a step must mean what curl makes of it. */
export const parseCurl = (command: string, variables: Variables): CurlRequest => {
  const valueOf = (name: string): string => {
    const value = variables[name];
    if (value === undefined) throw new Error(`$${name} has no value yet in: ${command}`);
    return value;
  };
  const [program, ...words] = toWords(command, valueOf);
  if (program !== 'curl') throw new Error(`not a curl command: ${command}`);
  const headers: Record<string, string> = {};
  const data: string[] = [];
  let form: FormData | undefined;
  let method: string | undefined;
  let url: string | undefined;
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? '';
    const value = (): string => words[++i] ?? '';
    if (word === '-i' || word === '-s') continue;
    else if (word === '-I') method = 'HEAD';
    else if (word === '-X') method = value();
    else if (word === '-H') {
      const [name = '', ...rest] = value().split(':');
      headers[name.trim().toLowerCase()] = rest.join(':').trim();
    } else if (word === '-d') data.push(value());
    else if (word === '-F') addPart((form ??= new FormData()), value());
    else if (word.startsWith('-')) throw new Error(`curl option ${word} is not understood here`);
    else url = word;
  }
  if (url === undefined) throw new Error(`no URL in: ${command}`);
  const body = form ?? (data.length > 0 ? data.join('&') : undefined);
  if (typeof body === 'string') headers['content-type'] ??= 'application/x-www-form-urlencoded';
  return { method: method ?? (body === undefined ? 'GET' : 'POST'), url, headers, body };
};

/** `name=value`, or a file that is written out: `name=content;type=media/type;filename=name`. */
const addPart = (form: FormData, part: string): void => {
  const [, name = '', text = '', type, file] = /^(\w+)=([^;@]*)(?:;type=([^;]+);filename=(\S+))?$/.exec(part) ?? [];
  if (name === '') throw new Error(`-F ${part} is not understood here`);
  if (file === undefined) form.append(name, text);
  else form.append(name, new Blob([text], { type: type ?? '' }), file);
};

/**
 * `$ ` begins a command, which goes on while lines end in a backslash or a quote is open; what follows up to the next
 * command or comment is the answer. `#` begins a comment.
 */
export const parseTranscript = (text: string): Step[] => {
  const lines = text.split('\n');
  const steps: Step[] = [];
  for (let i = 0; i < lines.length; i++) {
    if (!lines[i]?.startsWith('$ ')) continue;
    const line = i + 1;
    const command = [(lines[i] ?? '').slice(2)];
    while (isOpen(command.join('\n'))) command.push(lines[++i] ?? '');
    const answer: string[] = [];
    while (i + 1 < lines.length && !lines[i + 1]?.startsWith('$ ') && !lines[i + 1]?.startsWith('#'))
      answer.push(lines[++i] ?? '');
    steps.push({ line, command: command.join('\n'), expected: parseAnswer(answer, line) });
  }
  return steps;
};

const isOpen = (command: string): boolean => {
  if (command.endsWith('\\')) return true;
  try {
    toWords(command, (name) => name);
    return false;
  } catch {
    return true;
  }
};

const parseAnswer = (lines: readonly string[], line: number): ExpectedAnswer => {
  const status = /^HTTP\/1\.1 (\d{3})/.exec(lines[0] ?? '')?.[1];
  if (status === undefined) throw new Error(`line ${String(line)}: the answer must begin with a status line`);
  const end = lines.findIndex((text) => text.trim() === '');
  const headerLines = lines.slice(1, end < 0 ? undefined : end);
  const headers = headerLines.map((text): [string, string] => {
    const [name = '', ...value] = text.split(':');
    return [name.trim().toLowerCase(), value.join(':').trim()];
  });
  return {
    status: Number(status),
    headers: Object.fromEntries(headers),
    body: end < 0 ? '' : lines.slice(end).join('\n').trim(),
  };
};
