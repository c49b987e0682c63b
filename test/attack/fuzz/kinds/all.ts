import type { Kind } from '../kind.ts';
import { http } from './http.ts';
import { json } from './json.ts';
import { receiver } from './receiver.ts';
import { scenario, storyboard } from './scenario.ts';
import { schemas } from './schemas.ts';
import { capsule, state } from './state.ts';
import { yaml } from './yaml.ts';

export const KINDS: readonly Kind[] = [yaml, scenario, storyboard, json, state, capsule, receiver, schemas, http];
