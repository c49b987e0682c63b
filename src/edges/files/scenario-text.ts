import { readFile } from 'node:fs/promises';
import type { Scenario } from '../../engine/scenarios/scenario.ts';
import { stringifyJson } from '../../kernel/json.ts';

/** Writing longer YAML takes too long at once; JSON is YAML too. Characters. */
const LONGEST_YAML = 32_768;

/** The text of a scenario: that of its file, or YAML made from an upload, whose comments are not kept. */
export const readScenarioText = async ({ place, file }: Pick<Scenario, 'place' | 'file'>): Promise<string> => {
  const text = place === undefined ? undefined : await readFile(place.path, 'utf8').catch(() => undefined);
  return text ?? toYaml(file);
};

/** A value as YAML for people; a long one as JSON, which is YAML too. */
export const toYaml = async (value: object): Promise<string> => {
  const json = stringifyJson(value);
  if (json.length > LONGEST_YAML) return `${JSON.stringify(JSON.parse(json), undefined, 2)}\n`;
  const { stringify } = await import('yaml');
  return stringify(JSON.parse(json), { lineWidth: 120 });
};
