import { CORE_SCHEMA, type ScalarTagDefinition, defineScalarTag, floatCoreTag, intCoreTag, load } from 'js-yaml';
import { toExact } from '../../kernel/exact-number.ts';

/** A decimal number of YAML, which may lack digits on one side of its point. */
const DECIMAL = /^([-+]?)(\d*)(?:\.(\d*))?(e[-+]?\d+)?$/i;

const keepingDigits = (tag: ScalarTagDefinition<number>): ScalarTagDefinition =>
  defineScalarTag<unknown>(tag.tagName, {
    ...tag,
    resolve: (source, isExplicit, name) => {
      const value = tag.resolve(source, isExplicit, name);
      const decimal = typeof value === 'number' && Number.isFinite(value) ? DECIMAL.exec(source) : null;
      if (typeof value !== 'number' || decimal === null) return value;
      const [, sign, whole = '', fraction = '', exponent = ''] = decimal;
      const digits = (whole === '' ? '0' : whole) + (fraction === '' ? '' : `.${fraction}`);
      return toExact(`${sign === '-' ? '-' : ''}${digits}${exponent}`, value);
    },
  });

const SCHEMA = CORE_SCHEMA.withTags(keepingDigits(intCoreTag), keepingDigits(floatCoreTag));

export const parseYamlDescription = (text: string): unknown => load(text, { schema: SCHEMA });
