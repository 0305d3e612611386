// What the probe must see on each real server, written from what the servers were seen to answer to curl.
// Every value given must be there; lists must be equal.

const notes = {
  name: 'acme-notes',
  title: 'Acme Notes',
  version: '1.4.0',
  instructions_chars: 'Search and store notes. Writes are permanent.'.length,
  capabilities: {
    tools: { list_changed: true },
    resources: { list_changed: true },
    prompts: { list_changed: true },
  },
};
const notesTools = {
  list: { count: 2, pages: 1, ttl_ms: 0, cache_scope: 'private' },
  samples: [
    { name: 'search_notes', read_only: true, open_world: false },
    { name: 'delete_note', read_only: false, destructive: true, idempotent: true, open_world: false },
  ],
  read_only: 1,
  destructive: 1,
};
const modern = { revision: '2026-07-28', supported: ['2026-07-28'], server: notes, ttl_ms: 0, cache_scope: 'private' };
const answered = { outcome: { kind: 'answered' } };
const originNotChecked = [{ rule: 'origin-not-checked' }];
const originChecked = { kind: 'origin-checked', status: 403 };
const discover = (status, code) => ({ kind: 'discover-answer', ...(status && { status }), ...(code && { code }) });
const everything = {
  name: 'mcp-servers/everything',
  title: 'Everything Reference Server',
  version: '2.0.0',
  capabilities: {
    tools: { list_changed: true },
    prompts: { list_changed: true },
    resources: { subscribe: true, list_changed: true },
    logging: true,
    completions: true,
    tasks: true,
  },
};
const everythingTools = {
  list: { count: 13, pages: 1, cache_scope: 'not-defined' },
  read_only: 9,
  destructive: 0,
  open_world: 1,
  destructive_by_default: 0,
  open_world_by_default: 0,
  unannotated: 0,
};
const counted = (...counts) =>
  ['prompts', 'resources', 'resource-templates'].map((kind, at) => ({ kind, count: counts[at], pages: 1 }));
const everythingLists = counted(4, 7, 2);
const notesLists = counted(1, 1, 0);
const crm = {
  name: 'acme-crm',
  version: '0.7.0',
  instructions_chars: 'Customer records.'.length,
  capabilities: { tools: { list_changed: true } },
};
const crmTools = {
  list: { count: 1, cache_scope: 'not-defined' },
  samples: [{ name: 'find_customer' }],
  unannotated: 1,
  destructive: 1,
  destructive_by_default: 1,
  open_world_by_default: 1,
};
const bothWays = [
  { modern: true, end: { kind: 'closed', code: 0 }, stray_lines: 0 },
  { modern: false, end: { kind: 'closed', code: 0 }, stray_lines: 0 },
];

/** Remote servers: what the probe sees with both eras and the Origin check asked for. */
export const remote = {
  modern: {
    ...answered,
    era: 'dual',
    modern,
    legacy: { revision: '2025-11-25', transport: 'streamable-http', session: undefined },
    tools: notesTools,
    lists: notesLists,
    details: [originChecked],
    violations: undefined,
  },
  strict: {
    ...answered,
    era: 'modern',
    modern,
    legacy: undefined,
    tools: notesTools,
    lists: notesLists,
    details: [{ kind: 'initialize-answer', status: 400, code: -32022 }, originChecked],
    violations: undefined,
  },
  stateless: {
    ...answered,
    era: 'legacy',
    modern: undefined,
    legacy: {
      revision: '2025-11-25',
      transport: 'streamable-http',
      session: undefined,
      server: crm,
    },
    tools: crmTools,
    details: [discover(400, -32000)],
    violations: originNotChecked,
  },
  everything: {
    ...answered,
    era: 'legacy',
    legacy: {
      revision: '2025-11-25',
      transport: 'streamable-http',
      session: { guessable: false, end: 'deleted' },
      server: everything,
    },
    tools: everythingTools,
    lists: everythingLists,
    details: [discover(400, -32000)],
    violations: originNotChecked,
  },
  sse: {
    ...answered,
    era: 'legacy',
    legacy: { revision: '2024-11-05', transport: 'http-sse', session: undefined, server: everything },
    tools: everythingTools,
    lists: everythingLists,
    violations: [{ rule: 'http-sse' }],
  },
};

/** Commands: what the probe sees with both eras asked for. */
export const started = {
  modern: {
    ...answered,
    era: 'dual',
    modern,
    legacy: { revision: '2025-11-25', transport: 'stdio' },
    tools: notesTools,
    lists: notesLists,
    runs: bothWays,
    violations: undefined,
  },
  strict: {
    ...answered,
    era: 'modern',
    modern,
    legacy: undefined,
    tools: notesTools,
    lists: notesLists,
    details: [{ kind: 'initialize-answer', code: -32022 }],
    runs: bothWays,
    violations: undefined,
  },
  legacy: {
    ...answered,
    era: 'legacy',
    modern: undefined,
    legacy: { revision: '2025-11-25', transport: 'stdio', server: crm, session: undefined },
    tools: crmTools,
    details: [discover(undefined, -32601)],
    runs: bothWays,
  },
  everything: {
    ...answered,
    era: 'legacy',
    modern: undefined,
    legacy: { revision: '2025-11-25', transport: 'stdio', server: everything },
    runs: bothWays,
    tools: everythingTools,
    lists: everythingLists,
  },
  rmcp: {
    ...answered,
    era: 'dual',
    modern: {
      supported: ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'],
      server: { name: 'rmcp', version: '3.11.0', capabilities: { tools: {} } },
      ttl_ms: 0,
      cache_scope: 'private',
    },
    legacy: { revision: '2025-11-25', transport: 'stdio', server: { name: 'rmcp', version: '3.11.0', capabilities: { tools: {} } } },
    tools: {
      list: { count: 1, cache_scope: 'public' },
      samples: [{ name: 'add', read_only: true }],
      read_only: 1,
      open_world_by_default: 1,
    },
    runs: bothWays,
  },
};

/** A token that lacks the scope: the server answers with what it wants. */
export const stepUp = {
  outcome: { kind: 'auth-wall', status: 403 },
  era: 'unknown',
  credentials_sent: ['NOTES_TOKEN'],
  authorization: {
    challenges: [{ status: 403, scheme: 'bearer', error: 'insufficient_scope', scopes: ['mcp:read'] }],
    resource: { fit: 'identical' },
    servers: [{ state: { kind: 'read' } }],
  },
  details: [{ kind: 'credential-rejected' }],
};

/** The Worker asked at another address than the one its metadata is for. */
export const elsewhere = {
  outcome: { kind: 'auth-wall', status: 401 },
  authorization: {
    resource: { via: 'challenge', resource: 'https://mcp.example.com/mcp', fit: 'mismatch' },
    servers: [{ issuer: 'https://mcp.example.com', state: { kind: 'failed', reason: 'refused' }, metadata: undefined }],
  },
  violations: [{ rule: 'resource-mismatch', detail: 'https://mcp.example.com/mcp' }],
};

/** The Worker behind OAuthProvider: the whole chain, at `origin`, with its authorization server at `issuer`. */
export const cloudflare = (origin, issuer) => ({
  outcome: { kind: 'auth-wall', status: 401 },
  era: 'unknown',
  modern: undefined,
  legacy: undefined,
  tools: undefined,
  violations: undefined,
  refusals: undefined,
  authorization: {
    challenges: [
      {
        status: 401,
        scheme: 'bearer',
        realm: 'OAuth',
        scopes: ['mcp:read'],
        resource_metadata: `${origin}/.well-known/oauth-protected-resource/mcp`,
      },
    ],
    resource: {
      via: 'challenge',
      resource: `${origin}/mcp`,
      fit: 'identical',
      scopes: ['mcp:read'],
      bearer_methods: ['header'],
      name: 'Acme Files MCP',
    },
    servers: [
      {
        issuer,
        state: { kind: 'read' },
        metadata: {
          form: 'oauth',
          issuer_match: { kind: 'identical' },
          pkce: 's256',
          cimd: true,
          dcr: false,
          iss_parameter: true,
          names_resource: true,
          grant_types: ['authorization_code', 'refresh_token'],
          scopes: ['mcp:read', 'mcp:write', 'offline_access'],
          client_authentication: ['client_secret_basic', 'client_secret_post', 'none', 'private_key_jwt'],
          endpoints: [
            { kind: 'authorization', url: `${issuer}/authorize`, other_host: false, secure: true },
            { kind: 'token', url: `${issuer}/oauth/token`, other_host: false, secure: true },
            { kind: 'revocation', url: `${issuer}/oauth/token`, other_host: false, secure: true },
          ],
        },
      },
    ],
    documents: [
      { kind: 'resource-metadata', url: `${origin}/.well-known/oauth-protected-resource/mcp`, outcome: { kind: 'read' } },
      { kind: 'issuer-metadata', url: `${issuer}/.well-known/oauth-authorization-server`, outcome: { kind: 'read' } },
    ],
  },
});

const AS = 'http://127.0.0.1:3104/tenant1';
const good = { form: 'oidc-appended', issuer_match: { kind: 'identical' }, pkce: 's256', cimd: true, dcr: false, iss_parameter: true };
const wall = { outcome: { kind: 'auth-wall', status: 401 }, era: 'unknown' };
const resource = { via: 'challenge', resource: 'http://127.0.0.1:3103/public/mcp', fit: 'identical', scopes: ['mcp:read'], name: 'Acme Notes' };
const issuer = (metadata) => ({ issuer: AS, state: { kind: 'read' }, metadata: { ...good, ...metadata } });
const chain = (metadata, violations) => ({
  ...wall,
  authorization: { resource, servers: [issuer(metadata)] },
  violations,
  refusals: undefined,
});
const stopped = (outcome, rest) => ({
  ...wall,
  authorization: { resource: undefined, servers: undefined, documents: [{ kind: 'resource-metadata', outcome }] },
  ...rest,
});

/** The variants of oauth.mjs and their verdicts. */
export const variants = {
  'oidc-appended': chain({}),
  'oidc-inserted': chain({ form: 'oidc-inserted' }),
  rfc8414: chain({ form: 'oauth' }),
  'issuer-mismatch': chain({ issuer_match: { kind: 'differs', found: 'https://honest.example' } }, [
    { rule: 'issuer-mismatch', detail: AS },
  ]),
  'no-pkce': chain({ pkce: 'absent' }, [{ rule: 'no-pkce', detail: AS }]),
  'dcr-only': chain({ cimd: false, dcr: true, iss_parameter: false }, [{ rule: 'dcr-only' }, { rule: 'no-iss-parameter' }]),
  'two-servers': {
    ...wall,
    authorization: {
      servers: [{ issuer: 'http://127.0.0.1:3104/dead', state: { kind: 'absent', status: 404 }, metadata: undefined }, issuer({})],
    },
    violations: [{ rule: 'no-issuer-metadata', detail: 'http://127.0.0.1:3104/dead' }],
  },
  'root-prm': {
    ...wall,
    authorization: { challenges: undefined, resource: { ...resource, via: 'well-known-root' }, servers: [issuer({})] },
    violations: [{ rule: 'no-challenge' }],
  },
  'resource-mismatch': {
    ...wall,
    authorization: { resource: { resource: 'https://other.example/mcp', fit: 'mismatch' }, servers: [issuer({})] },
    violations: [{ rule: 'resource-mismatch', detail: 'https://other.example/mcp' }],
  },
  'march-2025': {
    ...wall,
    authorization: {
      resource: undefined,
      servers: [{ issuer: 'http://127.0.0.1:3103', assumed_from_origin: true, metadata: { ...good, form: 'oauth' } }],
    },
    violations: [{ rule: 'no-challenge' }, { rule: 'no-resource-metadata' }],
  },
  ssrf: stopped({ kind: 'refused', reason: 'other-origin' }, {
    refusals: [{ what: 'resource-metadata', reason: 'other-origin', url: 'http://127.0.0.1:3105/latest/meta-data/' }],
    violations: [{ rule: 'unsafe-url' }],
  }),
  redirect: stopped({ kind: 'refused', reason: 'redirect' }, {
    refusals: [{ what: 'resource-metadata', reason: 'redirect', url: 'http://localhost:3104/elsewhere' }],
  }),
  huge: stopped({ kind: 'failed', reason: 'too-large' }),
  slow: stopped({ kind: 'failed', reason: 'time-out' }),
};
