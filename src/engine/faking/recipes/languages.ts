import { getOrInsert } from '../../../kernel/get-or-insert.ts';
import type { Alphabet } from './alphabet.ts';

/** A set of texts; equal ones are mostly the same object. */
export interface Language {
  readonly id: number;
  readonly hasEmpty: boolean;
  /** Bounds of the lengths of its texts, not exact. */
  readonly least: number;
  readonly most: number;
  /** What may follow a character of this kind (its derivative: Brzozowski 1964). */
  readonly after: (kind: number) => Language;
  /** What a union or an intersection consists of. */
  readonly either?: readonly Language[];
  readonly all?: readonly Language[];
}

/**
 * Regular languages, closed under intersection and complement, which is why they are no automata: several patterns, a
 * format and look-aheads are one language, built no further than a text needs.
 */
export const createLanguages = (alphabet: Alphabet) => {
  const known = new Map<string, Language>();
  let work = 0;

  const define = (key: string, facts: Omit<Language, 'id' | 'after'>, derive: (kind: number) => Language): Language =>
    getOrInsert(known, key, () => {
      work++;
      const derived = new Map<number, Language>();
      return { ...facts, id: known.size, after: (kind) => getOrInsert(derived, kind, () => derive(kind)) };
    });

  const nothing: Language = define('nothing', { hasEmpty: false, least: Infinity, most: 0 }, () => nothing);
  const empty: Language = define('empty', { hasEmpty: true, least: 0, most: 0 }, () => nothing);
  const anything: Language = define('anything', { hasEmpty: true, least: 0, most: Infinity }, () => anything);

  const letter = (source: string, flags: string): Language => {
    const index = alphabet.classOf(source, flags);
    return define(`letter ${String(index)}`, { hasEmpty: false, least: 1, most: 1 }, (kind) =>
      alphabet.kinds()[kind]?.classes.has(index) === true ? empty : nothing,
    );
  };

  const text = (characters: string): Language =>
    Array.from(characters).reduceRight((rest, one) => sequence(letter(one, 'u'), rest), empty);

  const sequence = (one: Language, other: Language): Language => {
    if (one === nothing || other === nothing) return nothing;
    if (one === empty) return other;
    if (other === empty) return one;
    return define(
      `${String(one.id)}.${String(other.id)}`,
      {
        hasEmpty: one.hasEmpty && other.hasEmpty,
        least: one.least + other.least,
        most: one.most + other.most,
      },
      (kind) => {
        const rest = sequence(one.after(kind), other);
        return one.hasEmpty ? either([rest, other.after(kind)]) : rest;
      },
    );
  };

  const distinct = (list: readonly Language[], sign: 'either' | 'all'): readonly Language[] => {
    const parts = [...new Set(list.flatMap((each) => each[sign] ?? each))].sort((a, b) => a.id - b.id);
    work += parts.length;
    return parts;
  };

  const keyOf = (sign: string, parts: readonly Language[]): string => `${sign} ${parts.map(({ id }) => id).join(' ')}`;

  const either = (list: readonly Language[]): Language => {
    const parts = distinct(list, 'either').filter((each) => each !== nothing);
    if (parts.includes(anything)) return anything;
    if (parts.length < 2) return parts[0] ?? nothing;
    return define(
      keyOf('either', parts),
      {
        hasEmpty: parts.some(({ hasEmpty }) => hasEmpty),
        least: Math.min(...parts.map(({ least }) => least)),
        most: Math.max(...parts.map(({ most }) => most)),
        either: parts,
      },
      (kind) => either(parts.map((part) => part.after(kind))),
    );
  };

  const all = (list: readonly Language[]): Language => {
    const parts = distinct(list, 'all').filter((each) => each !== anything);
    if (parts.length < 2) return parts[0] ?? anything;
    const least = Math.max(...parts.map((part) => part.least));
    const most = Math.min(...parts.map((part) => part.most));
    if (parts.includes(nothing) || least > most) return nothing;
    const hasEmpty = parts.every((part) => part.hasEmpty);
    return define(keyOf('all', parts), { hasEmpty, least, most, all: parts }, (kind) =>
      all(parts.map((part) => part.after(kind))),
    );
  };

  const not = (one: Language): Language => {
    if (one === nothing) return anything;
    if (one === anything) return nothing;
    return define(
      `not ${String(one.id)}`,
      { hasEmpty: !one.hasEmpty, least: one.hasEmpty ? 1 : 0, most: Infinity },
      (kind) => not(one.after(kind)),
    );
  };

  const repeated = (one: Language, least: number, most: number): Language => {
    if (most === 0 || one === empty) return empty;
    if (one === nothing) return least === 0 ? empty : nothing;
    return define(
      `${String(one.id)}{${String(least)},${String(most)}}`,
      { hasEmpty: least === 0 || one.hasEmpty, least: least * one.least, most: one.most === 0 ? 0 : most * one.most },
      (kind) => sequence(one.after(kind), repeated(one, Math.max(0, least - 1), most - 1)),
    );
  };

  return {
    size: () => known.size,
    work: () => work,
    nothing,
    empty,
    anything,
    letter,
    text,
    sequence,
    either,
    all,
    not,
    repeated,
  };
};

export type Languages = ReturnType<typeof createLanguages>;
