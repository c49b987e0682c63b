// Made by "npm run generate" from spec/assumptions.yaml: edit that.

/** An alternative that can be switched to. */
export type Choice =
  | 'malformed-path-parameter=not-found'
  | 'malformed-path-parameter=malformed-request'
  | 'conditional-reads=ignored'
  | 'etag-format=weak'
  | 'etag-format=bare'
  | 'location-scope=orders-only'
  | 'location-scope=relative'
  | 'www-authenticate=absent'
  | 'cache-control-value=no-cache'
  | 'cache-control-value=an-hour'
  | 'idempotency-in-flight=conflict-at-once'
  | 'idempotency-replayed-header=absent'
  | 'retry-after-format=date'
  | 'buyer-creation-status=ok';
