import { type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';

/** What is wrong with a text, and where. */
interface JsonFault {
  readonly what: string;
  readonly offset: number;
}

/** Thrown to stop the parser, which would go on to the end. */
class FirstFault extends Error {
  readonly fault: JsonFault;

  constructor(fault: JsonFault) {
    super(fault.what);
    this.fault = fault;
  }
}

const NONE = {};

/**
 * Parses rejected text again with a parser that always reports positions; JSON.parse does so only sometimes. Undefined
 * if it finds nothing. Only for short texts, such as a part of a long one: the parser makes a string of many millions of
 * parts from white space. `before` leads it to where a part begins, and `taken` has the keys of the object there.
 */
export const findFault = (text: string, before = '', taken: object = NONE): JsonFault | undefined => {
  const open: Set<string>[] = [];
  const depth = before.split('{').length - 1;
  const found = (what: string, offset: number): never => {
    throw new FirstFault({ what, offset: Math.max(0, offset - before.length) });
  };
  const visitor = {
    onObjectBegin: () => {
      open.push(new Set());
    },
    onObjectEnd: () => {
      open.pop();
    },
    onObjectProperty: (key: string, offset: number) => {
      if (offset < before.length) return;
      const isTaken = open.length === depth && Object.hasOwn(taken, key);
      if (isTaken || open.at(-1)?.has(key) === true) found(toDuplicate(key), offset);
      open.at(-1)?.add(key);
    },
    onError: (code: ParseErrorCode, offset: number) => {
      found(WORDS[printParseErrorCode(code)] ?? 'syntax error', offset);
    },
  };
  try {
    visit(before + text, visitor, { disallowComments: true });
  } catch (fault) {
    if (fault instanceof FirstFault) return fault.fault;
    throw fault;
  }
  return undefined;
};

export const toDuplicate = (key: string): string =>
  `the key "${key.slice(0, 64)}" occurs twice in its object, the second time`;

const WORDS: Readonly<Record<string, string>> = {
  PropertyNameExpected: 'expected a property name',
  ValueExpected: 'expected a value',
  ColonExpected: 'expected a colon',
  CommaExpected: 'expected a comma',
  CloseBraceExpected: 'expected a closing brace',
  CloseBracketExpected: 'expected a closing bracket',
  EndOfFileExpected: 'unexpected text after the end',
  InvalidSymbol: 'unexpected symbol',
  InvalidCommentToken: 'comments are not allowed',
  InvalidNumberFormat: 'invalid number',
  UnexpectedEndOfString: 'unterminated string',
  UnexpectedEndOfNumber: 'incomplete number',
  InvalidUnicode: 'invalid Unicode escape',
  InvalidEscapeCharacter: 'invalid escape sequence',
  InvalidCharacter: 'invalid character',
};
