/**
 * A queue in which keys take turns: however much waits under one of them, what comes under another is next but one.
 * Further keys take turns with those beside them, and get no more turns for being many. Under the same keys, first come
 * is first served.
 */
export class RoundRobin<T> {
  readonly #own: T[] = [];
  readonly #byKey = new Map<string, RoundRobin<T>>();

  add([key, ...further]: readonly string[], item: T): void {
    if (key === undefined) {
      this.#own.push(item);
      return;
    }
    let branch = this.#byKey.get(key);
    if (branch === undefined) this.#byKey.set(key, (branch = new RoundRobin()));
    branch.add(further, item);
  }

  next(): T | undefined {
    if (this.#own.length > 0) return this.#own.shift();
    const [first] = this.#byKey;
    if (first === undefined) return undefined;
    const [key, branch] = first;
    const item = branch.next();
    this.#byKey.delete(key);
    if (!branch.isEmpty()) this.#byKey.set(key, branch);
    return item;
  }

  isEmpty(): boolean {
    return this.#own.length === 0 && this.#byKey.size === 0;
  }
}
