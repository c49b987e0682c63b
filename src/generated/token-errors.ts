/** spec/token-errors.yaml, made by "npm run generate". */
export const TOKEN_ERRORS = {
  "wrong-content-type": {
    default: {
      status: 400,
      error: "invalid_request",
      description: "Content-Type must be application/x-www-form-urlencoded, but is {}",
    },
    keycloak: {
      status: 415,
      error: "invalid_request",
      description: "HTTP 415 Unsupported Media Type",
    },
  },
  "form-too-large": {
    default: {
      status: 400,
      error: "invalid_request",
      description: "The form is larger than {} bytes",
    },
    keycloak: {
      status: 400,
      error: "invalid_request",
      description: "The form is larger than {} bytes",
    },
  },
  "duplicate-parameter": {
    default: { status: 400, error: "invalid_request", description: "duplicated parameter: {}" },
    keycloak: { status: 400, error: "invalid_request", description: "duplicated parameter" },
  },
  "missing-grant-type": {
    default: {
      status: 400,
      error: "invalid_request",
      description: "Missing form parameter: grant_type",
    },
    keycloak: {
      status: 400,
      error: "invalid_request",
      description: "Missing form parameter: grant_type",
    },
  },
  "password-grant": {
    default: {
      status: 400,
      error: "invalid_grant",
      description: "grant_type must be client_credentials: there is no user login",
    },
    keycloak: {
      status: 400,
      error: "unauthorized_client",
      description: "Client not allowed for direct access grants",
    },
  },
  "unsupported-grant-type": {
    default: {
      status: 400,
      error: "invalid_grant",
      description: "grant_type must be client_credentials, in lower case",
    },
    keycloak: {
      status: 400,
      error: "unsupported_grant_type",
      description: "Unsupported grant_type",
    },
  },
  "user-credentials": {
    default: {
      status: 400,
      error: "invalid_grant",
      description: "Do not send username or password: there is no user login",
    },
    keycloak: {
      status: 400,
      error: "invalid_grant",
      description: "Do not send username or password: there is no user login",
    },
  },
  "missing-client-id": {
    default: {
      status: 401,
      error: "invalid_client",
      description: "Invalid client or Invalid client credentials",
    },
    keycloak: {
      status: 401,
      error: "invalid_client",
      description: "Invalid client or Invalid client credentials",
    },
  },
  "unknown-client": {
    default: {
      status: 401,
      error: "invalid_client",
      description: "Invalid client or Invalid client credentials",
    },
    keycloak: {
      status: 401,
      error: "invalid_client",
      description: "Invalid client or Invalid client credentials",
    },
  },
  "disabled-client": {
    default: {
      status: 401,
      error: "invalid_client",
      description: "Invalid client or Invalid client credentials",
    },
    keycloak: {
      status: 401,
      error: "invalid_client",
      description: "Invalid client or Invalid client credentials",
    },
  },
  "missing-secret": {
    default: {
      status: 401,
      error: "invalid_client",
      description: "Invalid client or Invalid client credentials",
    },
    keycloak: {
      status: 401,
      error: "unauthorized_client",
      description: "Invalid client or Invalid client credentials",
    },
  },
  "wrong-secret": {
    default: {
      status: 401,
      error: "invalid_client",
      description: "Invalid client or Invalid client credentials",
    },
    keycloak: {
      status: 401,
      error: "unauthorized_client",
      description: "Invalid client or Invalid client credentials",
    },
  },
  "service-accounts-off": {
    default: {
      status: 401,
      error: "invalid_client",
      description: "Invalid client or Invalid client credentials",
    },
    keycloak: {
      status: 401,
      error: "unauthorized_client",
      description: "Client not enabled to retrieve service account",
    },
  },
} as const;
