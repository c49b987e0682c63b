import { fakedMaxLength } from '../../contract/fakeable-sizes.ts';
import { toExpression } from '../../contract/expression.ts';
import type { SchemaObject } from '../../contract/walk-schema.ts';
import { drawCharacters } from '../generators/draw-from.ts';
import type { FakeLimits, Generators } from '../generators/generator.ts';
import { UnsupportedSchema } from './unsupported-schema.ts';
import { type Drawing, type Recipe, countCharacters, leaf } from './recipe.ts';
import { TEXT_FORMATS, generatorOfFormat } from './text-formats.ts';
import { textPattern } from './text-pattern.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

type Source = (drawing: Drawing) => string;

/** Maximum number of attempts at a text that also conforms to the other keywords. */
const TRIES = 50;

const fromFormat = (format: unknown, generators: Generators): Source | undefined => {
  if (typeof format !== 'string') return undefined;
  const draw = TEXT_FORMATS[format];
  if (draw !== undefined) return ({ random }) => draw(random);
  const generator = generators[generatorOfFormat(format) ?? ''];
  return generator === undefined ? undefined : ({ draw: body }) => String(generator(body, {}));
};

const fromPattern = (pattern: unknown, minLength: number | undefined): Source | undefined => {
  if (typeof pattern !== 'string') return undefined;
  const draw = textPattern(pattern, minLength);
  if (draw === undefined) throw new UnsupportedSchema(`pattern ${pattern}`);
  return ({ random }) => draw(random);
};

const fromLetters = (limits: FakeLimits): Source => {
  const { minLength = 0 } = limits;
  return ({ random }) => drawCharacters(LETTERS, random.integer(minLength, fakedMaxLength(limits)), random);
};

/** A string without hints and examples: from its format, its pattern, or random letters. */
export const textRecipe = (schema: SchemaObject, generators: Generators): Recipe => {
  const { minLength = 0, maxLength = Infinity } = schema as FakeLimits;
  const { format, pattern } = schema;
  const expression = typeof pattern === 'string' ? toExpression(pattern) : undefined;
  const fits = (text: string): boolean =>
    text.length >= minLength && text.length <= maxLength && (expression?.test(text) ?? true);
  const sources = [fromFormat(format, generators), fromPattern(pattern, minLength), fromLetters(schema)].filter(
    (source) => source !== undefined,
  );
  return leaf((drawing) => {
    let text = '';
    for (const source of sources) {
      for (let tries = 0; tries < TRIES; tries++) {
        text = source(drawing);
        countCharacters(drawing, text);
        if (fits(text)) return text;
      }
    }
    return text;
  });
};
