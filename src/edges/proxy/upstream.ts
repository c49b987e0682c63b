/** The real service that requests are sent to. */
export interface Upstream {
  readonly origin: string;
  /** The path there of one here; a query stays. */
  readonly toPath: (path: string) => string;
}

/**
 * A path in the URL takes the place of the base path of the description. Without one, and for what is not below the base path,
 * such as a token endpoint, paths stay as they are.
 */
export const toUpstream = ({ origin, pathname }: URL, basePath: string): Upstream => {
  const base = pathname.replace(/\/+$/, '');
  return {
    origin,
    toPath: (path) => {
      const below = path.slice(basePath.length);
      return base !== '' && path.startsWith(basePath) && /^(?:$|[/?])/.test(below) ? base + below : path;
    },
  };
};
