import { CST, Composer, type Document, type LineCounter, Parser, Lexer, YAMLParseError } from 'yaml';

/** What an untrusted file may contain, beyond its size in bytes: the parser needs microseconds for each part. */
interface YamlLimits {
  /** Keys and values. */
  readonly nodes: number;
  /** All that the lexer finds: without a bound, a file of commas alone fills the heap of its worker. */
  readonly lexemes: number;
  /** Collections in brackets inside each other; the composer calls itself for each. */
  readonly brackets: number;
}

/** A file exceeds a limit: it is not parsed any further. */
export class YamlLimitError extends Error {
  override readonly name = 'YamlLimitError';
  readonly limit: keyof YamlLimits;
  readonly offset: number;

  constructor(limit: keyof YamlLimits, offset: number) {
    super(`more ${limit} than accepted`);
    this.limit = limit;
    this.offset = offset;
  }
}

/** The lexemes that begin a key or a value. */
const NODES: ReadonlySet<CST.TokenType | null> = new Set<CST.TokenType>([
  ...(['scalar', 'single-quoted-scalar', 'double-quoted-scalar', 'alias'] as const),
  ...(['flow-map-start', 'flow-seq-start', 'seq-item-ind', 'explicit-key-ind'] as const),
]);

/**
 * Equivalent to `parseDocument` of the library, which parses a file of any contents to its end before it can be
 * measured, and compares each key with all keys before it (`uniqueKeys`): 40,000 keys take it 25 seconds.
 *
 * @throws {@link YamlLimitError}
 */
export const composeYaml = (text: string, lineCounter: LineCounter, limits: YamlLimits): Document => {
  const tokens = toTokens(text, lineCounter, limits);
  const composer = new Composer({ uniqueKeys: false });
  const [document, next] = composer.compose(tokens, true, text.length);
  if (document === undefined) throw new Error('the composer returns a document at its end');
  if (next !== undefined) {
    const [from, to] = next.range;
    document.errors.push(new YAMLParseError([from, to], 'MULTIPLE_DOCS', 'Source contains multiple documents'));
  }
  return document;
};

const toTokens = (text: string, lineCounter: LineCounter, limits: YamlLimits): CST.Token[] => {
  const parser = new Parser(lineCounter.addNewLine);
  lineCounter.addNewLine(0);
  const tokens: CST.Token[] = [];
  let offset = 0;
  let nodes = 0;
  let pairs = 0;
  let lexemes = 0;
  let depth = 0;
  for (const lexeme of new Lexer().lex(text)) {
    if (++lexemes > limits.lexemes) throw new YamlLimitError('lexemes', offset);
    const type = CST.tokenType(lexeme);
    if (NODES.has(type)) nodes++;
    // A pair may have neither key nor value.
    if (type === 'map-value-ind') pairs++;
    if (Math.max(nodes, pairs) > limits.nodes) throw new YamlLimitError('nodes', offset);
    if (type === 'flow-map-start' || type === 'flow-seq-start') {
      if (++depth > limits.brackets) throw new YamlLimitError('brackets', offset);
    } else if (type === 'flow-map-end' || type === 'flow-seq-end') depth--;
    tokens.push(...parser.next(lexeme));
    if (!MARKS.has(lexeme)) offset += lexeme.length;
  }
  tokens.push(...parser.end());
  return tokens;
};

/** Marks of the lexer that do not occur in the text. */
const MARKS: ReadonlySet<string> = new Set([CST.DOCUMENT, CST.FLOW_END, CST.SCALAR]);
