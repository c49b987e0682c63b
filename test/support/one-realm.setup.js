/**
 * Jest gives every test file a realm of its own, where an error thrown by Node itself (files, URL, SQLite) would not
 * be an `instanceof Error`. Here it is one, as it is outside of tests.
 */
for (const Inside of [Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError]) {
  const Outside = structuredClone(new Inside()).constructor;
  const isInstance = Function.prototype[Symbol.hasInstance];

  Object.defineProperty(Inside, Symbol.hasInstance, {
    /** @param {unknown} value */
    value(value) {
      // Subclasses inherit this method, but only `Inside` itself has a twin.
      return isInstance.call(this, value) || (this === Inside && isInstance.call(Outside, value));
    },
  });
}
