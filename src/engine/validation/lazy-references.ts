import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js';
import { valueAt } from '../contract/json-pointer.ts';
import { isSchemaObject } from '../contract/walk-schema.ts';

type DataContext = Parameters<ValidateFunction>[1];

const holdsReference = (schema: unknown): boolean => {
  if (Array.isArray(schema)) return schema.some(holdsReference);
  if (!isSchemaObject(schema)) return false;
  return '$ref' in schema || Object.values(schema).some(holdsReference);
};

/**
 * Ajv compiles a schema together with everything it refers to, which in a description of hundreds of mutually dependent
 * schemas takes seconds within one request. This compiles a reference when the first value reaches it, which for most
 * never happens. Schemas without references are compiled as usual.
 */
export const referLazily = (
  ajv: Ajv2020,
  { document, name, compile }: { document: object; name: string; compile: (schema: object) => ValidateFunction },
): void => {
  const environment = ajv.schemas[name];
  if (environment === undefined) return;
  const prototype = Object.getPrototypeOf(environment) as object;

  const createLazy = (reference: string): object => {
    let compiled: ValidateFunction | undefined;
    const validate = (data: unknown, context?: DataContext): boolean => {
      compiled ??= compile({ $ref: reference });
      const fits = compiled(data, context);
      lazy.errors = compiled.errors ?? null;
      lazy.evaluated = compiled.evaluated ?? {};
      return fits;
    };
    const lazy = validate as unknown as { errors: unknown; evaluated: unknown };
    const schema = valueAt(document, reference.slice(name.length));
    const { root } = environment;
    return Object.assign(Object.create(prototype) as object, { schema, root, baseId: name, refs: {}, validate });
  };

  const refs = new Proxy(environment.refs, {
    get: (known, reference) => {
      if (typeof reference !== 'string' || reference in known || !reference.startsWith(`${name}#/`))
        return known[reference as string];
      if (holdsReference(valueAt(document, reference.slice(name.length)))) known[reference] = createLazy(reference);
      return known[reference];
    },
  });
  Object.defineProperty(environment, 'refs', { value: refs });
};
