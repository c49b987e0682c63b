import { parentPort } from 'node:worker_threads';
import { FileError, type FileFault } from '../../kernel/user-errors.ts';
import type { Json } from '../../kernel/json.ts';
import { type Place, type Target, parseLocatedYaml } from '../files/located-yaml.ts';

/** Texts that strangers write, and what is wanted of them: the value, or where in the text something of it is. */
export interface YamlWork {
  readonly text: string;
  readonly file: string;
  readonly targets?: readonly Target[];
}

export type YamlResult =
  | { readonly value: Json }
  | { readonly places: readonly Place[] }
  | { readonly faults: readonly FileFault[] };

const read = ({ text, file, targets }: YamlWork): YamlResult => {
  try {
    const { value, placeOf } = parseLocatedYaml(text, file);
    return targets === undefined ? { value } : { places: targets.map(placeOf) };
  } catch (error) {
    if (error instanceof FileError) return { faults: error.faults };
    throw error;
  }
};

parentPort?.on('message', (work: YamlWork) => {
  parentPort?.postMessage(read(work));
});
