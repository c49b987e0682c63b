import {
  beginSurvey,
  countMembers,
  endOfString,
  findFault,
  findPlace,
  forbiddenKey,
  isExponent,
  JsonError,
  type JsonLimits,
  LONG,
  mayBeMisread,
  type ParsedText,
  parseText,
  PIECE,
  PROTO,
  surveyTo,
  toDuplicate,
} from './json-survey.ts';
import type { Steps } from './time-slices.ts';

/** Characters in which a fault is looked for. More than a piece, so that it holds any piece that cannot be parsed. */
const WINDOW = 2 * PIECE;

/** More characters than a number has. */
const LITERAL = 4096;

/**
 * Parses a long text in steps: several members or items of a container at once, and larger ones one by one. It also
 * finds the fault of a long text, where a parser for the whole text would take too long.
 */
export function* walkJson(text: string, limits: JsonLimits, piece = PIECE): Steps<ParsedText> {
  const survey = beginSurvey();
  while (survey.offset < text.length) {
    surveyTo(text, Math.min(text.length, survey.offset + piece), limits, survey);
    yield;
  }
  try {
    return yield* new Walk(text, limits, piece).whole();
  } catch (error) {
    if (!(error instanceof LocatedFault)) throw error;
    throw new JsonError(`${error.message} at ${yield* findPlace(text, error.offset)}`);
  }
}

/** Its line and column are still to be found. */
class LocatedFault extends Error {
  readonly offset: number;

  constructor(what: string, offset: number) {
    super(what);
    this.offset = offset;
  }
}

/** Members or items that end in the same piece. */
interface Run {
  readonly end: number;
  readonly members: number;
  readonly longNumbers: boolean;
}

type Container = unknown[] | Record<string, unknown>;

/** `before` is always a short text that leads a parser to the same place: see {@link findFault}. */
class Walk {
  readonly #text: string;
  readonly #limits: JsonLimits;
  readonly #piece: number;
  #at = 0;
  /** Up to here, members are parsed one by one. */
  #singlyUntil = 0;
  #holdsBigInt = false;
  /** Reported only if the rest is valid, and in this order, as when the whole text is parsed at once. */
  #forbidden: JsonError | undefined;
  #duplicate: LocatedFault | undefined;

  constructor(text: string, limits: JsonLimits, piece: number) {
    this.#text = text;
    this.#limits = limits;
    this.#piece = piece;
  }

  *whole(): Steps<ParsedText> {
    yield* this.#skipSpace();
    const value = yield* this.#value('');
    yield* this.#skipSpace();
    if (this.#at < this.#text.length) this.#fail('""');
    const fault = this.#forbidden ?? this.#duplicate;
    if (fault !== undefined) throw fault;
    return { value, holdsBigInt: this.#holdsBigInt };
  }

  *#value(before: string): Steps<unknown> {
    switch (this.#text[this.#at]) {
      case '[':
        return yield* this.#container([], before + '[');
      case '{':
        return yield* this.#container({}, before + '{');
      case '"':
        return yield* this.#string(before);
      default:
        return this.#literal(before);
    }
  }

  *#container(made: Container, before: string): Steps<Container> {
    const isList = Array.isArray(made);
    const close = isList ? ']' : '}';
    const member = isList ? '""' : '"":""';
    this.#at++;
    yield* this.#skipSpace();
    if (this.#text[this.#at] === close) {
      this.#at++;
      return made;
    }
    let members = 0;
    for (let place = before; ; place = `${before}${member},`) {
      const run = this.#findRun();
      const taken = run === undefined ? undefined : this.#takeRun(run, place, made);
      if (taken !== undefined) members += taken;
      else if (isList) made.push(yield* this.#value(place));
      else members += yield* this.#takeMember(place, before, made);
      if (members > this.#limits.members)
        throw this.#toError(`an object with more than ${String(this.#limits.members)} members, the last one`, 0);
      yield;
      yield* this.#skipSpace();
      const mark = this.#text[this.#at];
      if (mark !== ',' && mark !== close) this.#fail(before + member);
      this.#at++;
      if (mark === close) return made;
      yield* this.#skipSpace();
    }
  }

  /** The members or items up to a comma or the end of the container; undefined if the next one is too large. */
  #findRun(): Run | undefined {
    if (this.#at < this.#singlyUntil) return undefined;
    const stop = Math.min(this.#text.length, this.#at + this.#piece);
    let run: Run | undefined;
    let depth = 0;
    let members = 0;
    let digits = 0;
    let longNumbers = false;
    for (let i = this.#at; i < stop; i++) {
      const code = this.#text.charCodeAt(i);
      if (code >= 0x30 && code <= 0x39) {
        if (++digits >= LONG) longNumbers = true;
        continue;
      }
      if (code === 0x2e) continue;
      digits = 0;
      if (code === 0x22) i = endOfString(this.#text, i + 1, stop);
      else if (code === 0x3a) members++;
      else if (code === 0x2d && isExponent(this.#text.charCodeAt(i - 1))) longNumbers = true;
      else if (code === 0x7b || code === 0x5b) depth++;
      else if (code === 0x2c && depth === 0) run = { end: i, members, longNumbers };
      else if ((code === 0x7d || code === 0x5d) && --depth < 0) {
        run = { end: i, members, longNumbers };
        break;
      }
    }
    return run === undefined || run.end === this.#at ? undefined : run;
  }

  /** The number of members; undefined if its keys may be misread. */
  #takeRun({ end, members, longNumbers }: Run, place: string, made: Container): number | undefined {
    const piece = this.#text.slice(this.#at, end);
    const taken = Array.isArray(made) ? undefined : made;
    const parsed = this.#parse(taken === undefined ? `[${piece}]` : `{${piece}}`, longNumbers, place, taken);
    if (mayBeMisread(parsed, piece)) {
      this.#singlyUntil = end;
      return undefined;
    }
    this.#holdsBigInt ||= parsed.holdsBigInt;
    const { value } = parsed;
    const keys = taken === undefined ? NO_KEYS : Object.keys(value as object);
    const isTaken = taken !== undefined && keys.some((key) => Object.hasOwn(taken, key));
    // Nothing else can be wrong with text that has been parsed.
    if ((this.#count(value) !== members || isTaken) && this.#duplicate === undefined) {
      const fault = findFault(piece, place, taken);
      if (fault !== undefined && fault.offset < piece.length) this.#duplicate = this.#toError(fault.what, fault.offset);
    }
    if (taken !== undefined) Object.assign(taken, value);
    else for (const item of value as unknown[]) (made as unknown[]).push(item);
    this.#at = end;
    return keys.length;
  }

  #count(value: unknown): number {
    try {
      return countMembers(value);
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
      this.#forbidden = error;
      return Number.NaN;
    }
  }

  #parse(text: string, longNumbers: boolean, place: string, taken?: object): ParsedText {
    try {
      return parseText(text, longNumbers, this.#limits.keepsDecimals);
    } catch {
      return this.#fail(place, taken);
    }
  }

  *#takeMember(place: string, before: string, made: Record<string, unknown>): Steps<1> {
    if (this.#text[this.#at] !== '"') this.#fail(place, made);
    const start = this.#at;
    const key = yield* this.#string(place, made);
    const isTaken = Object.hasOwn(made, key);
    if (key === PROTO) this.#forbidden = forbiddenKey();
    if (isTaken) this.#duplicate ??= this.#toError(toDuplicate(key), start - this.#at);
    yield* this.#skipSpace();
    if (this.#text[this.#at] !== ':') this.#fail(`${before}""`);
    this.#at++;
    yield* this.#skipSpace();
    const value = yield* this.#value(`${before}"":`);
    if (key !== PROTO) made[key] = value;
    return 1;
  }

  *#string(place: string, taken?: object): Steps<string> {
    const { length } = this.#text;
    let end = this.#at + 1;
    let stop = end;
    while (end >= stop && stop < length) {
      stop = Math.min(length, end + this.#piece);
      end = endOfString(this.#text, end, stop);
      yield;
    }
    const text = this.#text.slice(this.#at, end + 1);
    if (text.length > WINDOW) return this.#longString(text, end < length);
    const { value } = this.#parse(text, false, place, taken);
    this.#at = end + 1;
    return value as string;
  }

  #longString(text: string, isTerminated: boolean): string {
    try {
      const value = JSON.parse(text) as string;
      this.#at += text.length;
      return value;
    } catch {
      throw this.#duplicate ?? this.#toError(isTerminated ? 'invalid character in a string' : 'unterminated string', 0);
    }
  }

  #literal(place: string): unknown {
    const text = /^[^\s,:"[\]{}]+/.exec(this.#text.slice(this.#at, this.#at + LITERAL))?.[0] ?? '';
    const { value, holdsBigInt } = this.#parse(text, true, place);
    this.#holdsBigInt ||= holdsBigInt;
    this.#at += text.length;
    return value;
  }

  *#skipSpace(): Steps<void> {
    for (let next = this.#at + this.#piece; isSpace(this.#text.charCodeAt(this.#at)); this.#at++)
      if (this.#at === next) {
        next += this.#piece;
        yield;
      }
  }

  #fail(place: string, taken?: object): never {
    const fault = findFault(this.#text.slice(this.#at, this.#at + WINDOW), place, taken);
    throw this.#duplicate ?? (fault === undefined ? new JsonError(NOT_VALID) : this.#toError(fault.what, fault.offset));
  }

  /** `offset` counts from the current place. */
  #toError(what: string, offset: number): LocatedFault {
    return new LocatedFault(what, this.#at + offset);
  }
}

const NO_KEYS: readonly string[] = [];

export const NOT_VALID = 'it is not valid';

const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
