import * as v from 'valibot'
import { OperatorError, getErrorMessage } from '../node/operator-error.ts'
import { parseEnv, findVariablesWithLocalUrl, type Env } from '../src/config/env.ts'
import { customerId } from '../src/contract/shared-schemas.ts'
import { logLevels } from './http/log.ts'
import { createTracingSettings, tracingVariables } from './traces/tracing-env.ts'

const nonEmptyText = v.pipe(v.string(), v.nonEmpty())
const createWholeNumberSchema = (min: number, max: number) =>
  v.pipe(v.string(), v.digits(), v.transform(Number), v.minValue(min), v.maxValue(max))

const retentionDays = createWholeNumberSchema(31, 36_500)
const requestsPerMinute = createWholeNumberSchema(1, 1_000_000)

/** `true` stands for one proxy, the number that most sites have. */
const proxyCount = v.pipe(
  v.string(),
  v.transform((text) => ({ true: '1', false: '0' })[text] ?? text),
  createWholeNumberSchema(0, 10),
)

/** An origin as browsers send it: no path, no user, no blank. */
const originSchema = v.pipe(
  v.string(),
  v.check(
    (text) => /^https?:/.test(text) && URL.parse(text)?.origin === text,
    'must be an origin such as https://example.org, and nothing more.',
  ),
)

/**
 * Whether a text is a credential for the loyalty provider: base64 of `name:secret`. It is sent in a header
 * without changes.
 */
const isVendorCredential = (text: string): boolean =>
  v.is(v.pipe(v.string(), v.base64()), text) && atob(text).includes(':')

/** Whether the day of an ISO timestamp exists. `Date` reads 30 February as 2 March. */
const isCalendarDay = (timestamp: string): boolean => {
  const [day = ''] = timestamp.split('T')
  const time = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}

/** Every variable of the server, except those of the external services (`src/config/env.ts`). */
export const serverVariablesSchema = v.object({
  PORT: v.optional(createWholeNumberSchema(0, 65_535), '8080'),
  /** The port where Prometheus reads the metrics. If absent, nothing is measured. */
  METRICS_PORT: v.optional(createWholeNumberSchema(0, 65_535)),
  ...tracingVariables,
  /** Defaults to every interface, IPv6 and IPv4. */
  HOST: v.optional(v.string()),
  /** The folder of the embedded database, which is used without DATABASE_URL. */
  DATA_DIR: v.optional(nonEmptyText, '.data/product'),
  DATABASE_URL: v.optional(
    v.pipe(v.string(), v.regex(/^postgres(?:ql)?:\/\//, 'must begin with postgres://')),
  ),
  /** The role that owns the tables and applies the migrations. Defaults to the role of DATABASE_URL. */
  DATABASE_OWNER_USER: v.optional(nonEmptyText),
  DATABASE_OWNER_PASSWORD: v.optional(nonEmptyText),
  /**
   * Maximum connections of an instance to PostgreSQL. At least two: with one, a request that needs a second
   * connection would wait for itself.
   */
  DATABASE_CONNECTIONS: v.optional(createWholeNumberSchema(2, 1000), '10'),
  /** How long a request waits for a connection. */
  DATABASE_CONNECT_SECONDS: v.optional(createWholeNumberSchema(1, 30), '5'),
  /**
   * How long a statement may take. At most 9 s: a delivery behind a lock waits twice, for its entries together
   * and for the first one alone, and an instance that stops gives requests only 20 s.
   */
  DATABASE_STATEMENT_SECONDS: v.optional(createWholeNumberSchema(1, 9), '8'),
  /** The folder of the built site. */
  STATIC_DIR: v.optional(nonEmptyText, 'dist'),
  /** The site's origin as browsers see it. `https:` means that browsers use TLS, even if only to a proxy. */
  PUBLIC_ORIGIN: v.optional(originSchema),
  /** The number of our own proxies in front of the server. Each adds an entry to X-Forwarded-For. */
  TRUST_PROXY: v.optional(proxyCount, '0'),
  /** The commit of this build. It lets the metrics distinguish two releases of the same version. */
  RELEASE_COMMIT: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{7,64}$/, 'must be a commit.'))),
  LOG_LEVEL: v.optional(v.picklist(logLevels), 'info'),
  /**
   * How long the server keeps serving after SIGTERM while `/readyz` reports that it stops. A load balancer
   * checks `/readyz` only every few seconds.
   */
  DRAIN_SECONDS: v.optional(createWholeNumberSchema(0, 3600), '5'),
  /** Per customer, or per IP address if nobody is signed in. */
  REQUESTS_PER_MINUTE: v.optional(requestsPerMinute, '300'),
  /** Per IP address. */
  LOGINS_PER_MINUTE: v.optional(requestsPerMinute, '30'),
  /** Per customer: downloads of the copy of their data, which reads every row about them. */
  COPIES_PER_MINUTE: v.optional(requestsPerMinute, '3'),
  /**
   * base64 of the site's own `name:secret` at the loyalty provider, for sign-up and sign-in there; never in a
   * VITE_* variable. Without it, nobody can sign in there. Blanks at its ends are removed: a secret that was
   * pasted or read from a file often ends in a line break.
   */
  LOYALTY_VENDOR: v.optional(v.pipe(v.string(), v.trim())),
  /** The name by which the identity pool of the object store knows this server. */
  STORAGE_DEVELOPER_PROVIDER: v.optional(nonEmptyText, 'login.breaking-barriers.loyalty'),
  /**
   * The AWS key that may call GetOpenIdTokenForDeveloperIdentity; never in a VITE_* variable. Without it,
   * coaches of the loyalty provider cannot store files.
   */
  STORAGE_DEVELOPER_KEY_ID: v.optional(nonEmptyText),
  STORAGE_DEVELOPER_KEY_SECRET: v.optional(nonEmptyText),
  /**
   * Comma-separated ids of customers who are managers. The first manager among the customers of the loyalty
   * provider needs this, because their tokens do not say who is an admin.
   */
  ADMINS: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(',').map((id) => id.trim())),
      v.array(customerId),
    ),
  ),
  /**
   * How long the rows of devices' logs are stored. A device sends the rows of the last 30 days again if they
   * are missing on the server.
   */
  SYNC_LOG_DAYS: v.optional(retentionDays, '400'),
  /** How long replaced answers are stored. */
  REPLACED_ANSWERS_DAYS: v.optional(retentionDays, '400'),
  /** When an announced maintenance ends. Until then, the server rejects calls. */
  MAINTENANCE_UNTIL: v.optional(
    v.pipe(
      v.string(),
      v.isoTimestamp(),
      v.check(isCalendarDay, 'is a day that does not exist'),
      v.transform((text) => new Date(text)),
    ),
  ),
})

export const serverVariableNames: readonly string[] = Object.keys(serverVariablesSchema.entries)

type Variables = v.InferOutput<typeof serverVariablesSchema>

const parseServices = (environment: Record<string, unknown>): Env => {
  try {
    return parseEnv(environment)
  } catch (error) {
    throw new OperatorError(getErrorMessage(error).replaceAll('\n', ' '))
  }
}

/** Parses the variables one by one. Throws an `OperatorError` that names every wrong variable. */
const parseVariables = (environment: Record<string, unknown>): Variables => {
  // An empty or blank variable, as in `DATABASE_URL= npm start`, is treated as absent. A secret at AWS cannot
  // be empty, so `not-set` is treated as absent, too.
  const setVariables = Object.entries(environment).filter(
    ([, value]) => typeof value !== 'string' || !/^\s*(?:not-set\s*)?$/.test(value),
  )
  const parsed = v.safeParse(serverVariablesSchema, Object.fromEntries(setVariables))
  if (parsed.success) return parsed.output
  const messages = parsed.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)
  throw new OperatorError(`The environment is wrong. ${messages.join(' ')}`)
}

/** Throws if only one of two variables is set. */
const assertPair = (variables: Variables, first: keyof Variables, second: keyof Variables): void => {
  if ((variables[first] === undefined) !== (variables[second] === undefined))
    throw new OperatorError(`The environment is wrong. ${first} and ${second} belong together.`)
}

/** Throws if the variables contradict each other. */
const assertConsistent = (variables: Variables, environment: Record<string, unknown>): void => {
  assertPair(variables, 'STORAGE_DEVELOPER_KEY_ID', 'STORAGE_DEVELOPER_KEY_SECRET')
  assertPair(variables, 'DATABASE_OWNER_USER', 'DATABASE_OWNER_PASSWORD')
  const { PORT: port, METRICS_PORT: metricsPort, PUBLIC_ORIGIN: publicOrigin } = variables
  // With port 0, the operating system chooses a different port for each.
  if (metricsPort !== undefined && metricsPort === port && port !== 0)
    throw new OperatorError('The environment is wrong. METRICS_PORT: must not be PORT, which is public.')
  const localNames = findVariablesWithLocalUrl(environment)
  // A local service is a stand-in. The server would trust every token that it vouches for.
  if (publicOrigin?.startsWith('https:') && localNames.length > 0)
    throw new OperatorError(
      `PUBLIC_ORIGIN is https, and these services are on this machine: ${localNames.join(', ')}.`,
    )
}

/** Parses the environment once, at the start. Throws `OperatorError` if a variable is wrong. */
export const parseServerEnv = (environment: Record<string, unknown>) => {
  const env = parseVariables(environment)
  assertConsistent(env, environment)
  const { STORAGE_DEVELOPER_KEY_ID: keyId, STORAGE_DEVELOPER_KEY_SECRET: keySecret } = env
  const { DATABASE_OWNER_USER: ownerUser, DATABASE_OWNER_PASSWORD: ownerPassword } = env
  const { LOYALTY_VENDOR: vendorCredential } = env
  return {
    port: env.PORT,
    metricsPort: env.METRICS_PORT,
    tracing: createTracingSettings(env),
    commit: env.RELEASE_COMMIT,
    dataDir: env.DATA_DIR,
    staticDir: env.STATIC_DIR,
    proxies: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    drainSeconds: env.DRAIN_SECONDS,
    /** In days. */
    retention: { syncLog: env.SYNC_LOG_DAYS, replacedAnswers: env.REPLACED_ANSWERS_DAYS },
    /** Per minute. */
    limits: {
      requests: env.REQUESTS_PER_MINUTE,
      logins: env.LOGINS_PER_MINUTE,
      copies: env.COPIES_PER_MINUTE,
    },
    services: parseServices(environment),
    // A mistyped secret must not stop the product for the coaches of the other provider.
    loyaltyVendor:
      vendorCredential !== undefined && isVendorCredential(vendorCredential) ? vendorCredential : undefined,
    /** Whether LOYALTY_VENDOR is set, but is not base64 of `name:secret`. */
    isLoyaltyVendorInvalid: vendorCredential !== undefined && !isVendorCredential(vendorCredential),
    /** How the server identifies itself at the identity pool of the object store. */
    developer:
      keyId !== undefined && keySecret !== undefined
        ? { provider: env.STORAGE_DEVELOPER_PROVIDER, key: { id: keyId, secret: keySecret } }
        : undefined,
    admins: env.ADMINS ?? [],
    host: env.HOST,
    databaseUrl: env.DATABASE_URL,
    databaseOwner:
      ownerUser !== undefined && ownerPassword !== undefined
        ? { user: ownerUser, password: ownerPassword }
        : undefined,
    /** `connect` and `statement` are time limits in s. */
    databaseLimits: {
      maxConnections: env.DATABASE_CONNECTIONS,
      connectSeconds: env.DATABASE_CONNECT_SECONDS,
      statementSeconds: env.DATABASE_STATEMENT_SECONDS,
    },
    publicOrigin: env.PUBLIC_ORIGIN,
    maintenanceUntil: env.MAINTENANCE_UNTIL,
  }
}

export type ServerEnv = ReturnType<typeof parseServerEnv>
