import type { Draw, FakeLimits, Generators } from '../../src/engine/faking/generator.ts';

/** What the engine does with a name that a schema asks for. */
export const generate = (
  generators: Generators,
  name: string,
  draw: Draw,
  limits: FakeLimits = {},
): string | number => {
  const generator = generators[name];
  if (generator === undefined) throw new Error(`No generator is called ${name}`);
  return generator(draw, limits);
};

export const generateText = (generators: Generators, name: string, draw: Draw, limits: FakeLimits = {}): string =>
  String(generate(generators, name, draw, limits));
