import { EXCEPTIONS } from './exceptions.ts';
import type { KnownValues } from './known-values.ts';

/**
 * The `schemathesis.toml` of one API: values that the sandbox knows, for parameters and members of bodies, and the
 * exceptions. Texts of JSON are texts of TOML.
 */
export const toSettings = (api: string, known: KnownValues): string => {
  const lines: string[] = [];
  const names = new Map<readonly unknown[], string>();
  for (const { values } of known)
    if (!names.has(values)) {
      const name = `known${String(names.size)}`;
      names.set(values, name);
      lines.push(`[dictionaries.${name}]`, `values = ${JSON.stringify(values)}`, '');
    }
  const bind = ({ parameter, values, share }: KnownValues[number]): string =>
    `${JSON.stringify(parameter)} = { dictionary = "${names.get(values) ?? ''}", probability = ${share.toFixed(2)} }`;
  lines.push('[parameters]', ...known.filter(({ operations }) => operations === undefined).map(bind), '');
  for (const each of known)
    if (each.operations !== undefined)
      lines.push(
        ...['[[operations]]', `include-operation-id = ${JSON.stringify(each.operations)}`],
        ...['[operations.parameters]', bind(each), ''],
      );
  for (const { operations, left } of EXCEPTIONS.filter((each) => each.api === api)) {
    lines.push('[[operations]]', `include-operation-id = ${JSON.stringify(operations)}`);
    lines.push(...(left === 'all' ? ['enabled = false'] : [`checks.${left}.enabled = false`]), '');
  }
  return lines.join('\n');
};
