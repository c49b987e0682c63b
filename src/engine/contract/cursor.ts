import type { SchemaPlace } from './contract.ts';
import { PlaceError } from './diagnostic.ts';
import { childPointer, valueAt, valueIn } from '../../kernel/json-pointer.ts';
import type { LoadedDocument } from './load-document.ts';
import { asObject, isSchemaObject, type SchemaObject } from './walk-schema.ts';

/** A node of a document with its pointer, so that every fault can name its location. */
export class Cursor {
  readonly node: unknown;
  readonly #place: string;
  /** The keys from there to the node. Joined on demand: for most nodes only the value is needed. */
  readonly #keys: readonly (string | number)[];
  readonly #loaded: Pick<LoadedDocument, 'document' | 'explainReference'>;

  constructor(
    node: unknown,
    place: string,
    loaded: Pick<LoadedDocument, 'document' | 'explainReference'>,
    keys: readonly (string | number)[] = [],
  ) {
    this.node = node;
    this.#place = place;
    this.#keys = keys;
    this.#loaded = loaded;
  }

  get pointer(): string {
    return childPointer(this.#place, ...this.#keys);
  }

  get exists(): boolean {
    return this.node !== undefined;
  }

  at(...keys: readonly (string | number)[]): Cursor {
    return new Cursor(valueIn(this.node, keys), this.#place, this.#loaded, [...this.#keys, ...keys]);
  }

  object(): SchemaObject {
    return asObject(this.node);
  }

  text(key: string): string | undefined {
    const { node } = this.at(key);
    return typeof node === 'string' ? node : undefined;
  }

  flag(key: string): boolean | undefined {
    const { node } = this.at(key);
    return typeof node === 'boolean' ? node : undefined;
  }

  get document(): SchemaObject {
    return this.#loaded.document;
  }

  /** The members of an object, or the items of an array, each with its location. */
  entries(): [string, Cursor][] {
    if (typeof this.node !== 'object' || this.node === null) return [];
    return Object.keys(this.node).map((key) => [key, this.at(key)]);
  }

  /** Without extensions. */
  members(): [string, Cursor][] {
    return this.entries().filter(([name]) => !name.startsWith('x-'));
  }

  /** The target of the `$ref`, or this node if it has none. Throws if the `$ref` is unresolvable or circular. */
  follow(): Cursor {
    const visited = new Set<string>();
    let { node, pointer } = this as { node: unknown; pointer: string };
    while (isSchemaObject(node) && typeof node['$ref'] === 'string') {
      const target = node['$ref'];
      if (visited.has(target)) throw new PlaceError(this, `$ref "${target}" leads in a circle`);
      visited.add(target);
      const found = target.startsWith('#') ? valueAt(this.#loaded.document, target) : undefined;
      if (found === undefined) throw new PlaceError({ pointer }, this.#loaded.explainReference(target));
      node = found;
      pointer = target;
    }
    return new Cursor(node, pointer, this.#loaded);
  }

  schemaPlace(): SchemaPlace {
    return { pointer: this.pointer, schema: this.exists ? this.follow().node : true };
  }
}
