import * as v from 'valibot'
import { parseEnv, type Env } from '../src/config/env.ts'
import { localServices } from '../src/config/local-services.ts'
import { customerId } from '../src/contract/shapes.ts'
import { logLevels } from './http/log.ts'
import { tracingSettings, tracingVariables } from './traces/tracing-env.ts'
import { StartFailure, messageOf } from '../node/start-failure.ts'

const wholeNumber = (least: number, most: number) =>
  v.pipe(v.string(), v.digits(), v.transform(Number), v.minValue(least), v.maxValue(most))

const keptDays = wholeNumber(31, 36_500)

const perMinute = wholeNumber(1, 1_000_000)

/** `true` is one, as most sites have it. */
const proxies = v.pipe(
  v.string(),
  v.transform((text) => ({ true: '1', false: '0' })[text] ?? text),
  wholeNumber(0, 10),
)

const filled = v.pipe(v.string(), v.nonEmpty())

/** As a browser sends it: no path, no user, no blank. */
const origin = v.pipe(
  v.string(),
  v.check(
    (text) => /^https?:/.test(text) && URL.parse(text)?.origin === text,
    'must be an origin such as https://example.org, and nothing more.',
  ),
)

/** It goes into a header as it is. */
const vendorCredential = v.pipe(
  v.string(),
  v.check(
    (text) => v.is(v.pipe(v.string(), v.base64()), text) && atob(text).includes(':'),
    'must be base64 of name:secret.',
  ),
)

/** Every variable that the server reads besides those of the services, as text. */
export const variables = v.object({
  PORT: v.optional(wholeNumber(0, 65_535), '8080'),
  /** Where Prometheus reads the metrics; absent: nowhere. */
  METRICS_PORT: v.optional(wholeNumber(0, 65_535)),
  ...tracingVariables,
  /** Every interface, IPv6 and IPv4, when absent. */
  HOST: v.optional(v.string()),
  DATA_DIR: v.optional(filled, '.data/product'),
  DATABASE_URL: v.optional(
    v.pipe(v.string(), v.regex(/^postgres(?:ql)?:\/\//, 'must begin with postgres://')),
  ),
  /** The role that owns the tables and applies the migrations. Absent: that of DATABASE_URL. */
  DATABASE_OWNER_USER: v.optional(filled),
  DATABASE_OWNER_PASSWORD: v.optional(filled),
  /** Connections of a copy to PostgreSQL at most. With one, whoever needs a second would wait for themselves. */
  DATABASE_CONNECTIONS: v.optional(wholeNumber(2, 1000), '10'),
  /** How long a request waits for a connection. */
  DATABASE_CONNECT_SECONDS: v.optional(wholeNumber(1, 30), '5'),
  /** How long a statement may take: a copy that stops gives requests 20 s, and phones wait for 30. */
  DATABASE_STATEMENT_SECONDS: v.optional(wholeNumber(1, 18), '15'),
  /** The folder of the built site. */
  STATIC_DIR: v.optional(filled, 'dist'),
  /** The site's address as browsers see it; `https:` says that people reach it so, wherever TLS ends. */
  PUBLIC_ORIGIN: v.optional(origin),
  /** How many proxies of ours are in front, each of which adds an entry to X-Forwarded-For. */
  TRUST_PROXY: v.optional(proxies, '0'),
  /** The commit that this copy was built from, for the metrics: releases of one version look alike else. */
  RELEASE_COMMIT: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{7,64}$/, 'must be a commit.'))),
  LOG_LEVEL: v.optional(v.picklist(logLevels), 'info'),
  /** How long it goes on after SIGTERM while `/readyz` says no: a load balancer asks every few seconds. */
  DRAIN_SECONDS: v.optional(wholeNumber(0, 3600), '5'),
  /** Of a customer or else an address. */
  REQUESTS_PER_MINUTE: v.optional(perMinute, '300'),
  /** Of an address. */
  LOGINS_PER_MINUTE: v.optional(perMinute, '30'),
  COPIES_PER_MINUTE: v.optional(perMinute, '3'),
  /**
   * base64 of the site's own `name:secret` at the loyalty provider, for sign-up and sign-in there; never in a VITE_*
   * variable. Without it nobody signs in there.
   */
  LOYALTY_VENDOR: v.optional(vendorCredential),
  STORAGE_DEVELOPER_PROVIDER: v.optional(filled, 'login.breaking-barriers.loyalty'),
  /**
   * The AWS key that may call GetOpenIdTokenForDeveloperIdentity; never in a VITE_* variable. Without it coaches of the
   * loyalty provider cannot store files.
   */
  STORAGE_DEVELOPER_KEY_ID: v.optional(filled),
  STORAGE_DEVELOPER_KEY_SECRET: v.optional(filled),
  /** Customer ids with commas between them: admins from this start on, as those of the loyalty provider. */
  ADMINS: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(',').map((id) => id.trim())),
      v.array(customerId),
    ),
  ),
  /** How long the rows of devices' logs are kept; a device sends again what the server lacks of the last 30 days. */
  SYNC_LOG_DAYS: v.optional(keptDays, '400'),
  /** How long answers are kept that others took the place of. */
  REPLACED_ANSWERS_DAYS: v.optional(keptDays, '400'),
  MAINTENANCE_UNTIL: v.optional(
    v.pipe(
      v.string(),
      v.isoTimestamp(),
      v.transform((text) => new Date(text)),
    ),
  ),
})

/** Their names. */
export const serverVariables: readonly string[] = Object.keys(variables.entries)

const parseServices = (environment: Record<string, unknown>): Env => {
  try {
    return parseEnv(environment)
  } catch (error) {
    throw new StartFailure(messageOf(error).replaceAll('\n', ' '))
  }
}

/** Reads the environment once, at start; every variable that is wrong is named. */
export const parseServerEnv = (environment: Record<string, unknown>) => {
  // An empty variable counts as absent, as in `DATABASE_URL= npm start`; a secret at AWS cannot be empty.
  const set = Object.entries(environment).filter(([, value]) => value !== '' && value !== 'not-set')
  const parsed = v.safeParse(variables, Object.fromEntries(set))
  if (!parsed.success) {
    const wrong = parsed.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)
    throw new StartFailure(`The environment is wrong. ${wrong.join(' ')}`)
  }
  const env = parsed.output
  const { STORAGE_DEVELOPER_KEY_ID: id, STORAGE_DEVELOPER_KEY_SECRET: secret } = env
  const { DATABASE_OWNER_USER: user, DATABASE_OWNER_PASSWORD: password } = env
  for (const [names, one, other] of [
    ['STORAGE_DEVELOPER_KEY_ID and STORAGE_DEVELOPER_KEY_SECRET', id, secret],
    ['DATABASE_OWNER_USER and DATABASE_OWNER_PASSWORD', user, password],
  ])
    if ((one === undefined) !== (other === undefined))
      throw new StartFailure(`The environment is wrong. ${names} belong together.`)
  if (env.METRICS_PORT !== undefined && env.METRICS_PORT === env.PORT && env.PORT !== 0) {
    throw new StartFailure('The environment is wrong. METRICS_PORT: must not be PORT, which is public.')
  }
  const local = localServices(environment)
  if (env.PUBLIC_ORIGIN?.startsWith('https:') && local.length > 0) {
    // It would believe whatever a stand-in says of a token.
    throw new StartFailure(
      `PUBLIC_ORIGIN is https, and these services are on this machine: ${local.join(', ')}.`,
    )
  }
  return {
    port: env.PORT,
    metricsPort: env.METRICS_PORT,
    tracing: tracingSettings(env),
    commit: env.RELEASE_COMMIT,
    dataDir: env.DATA_DIR,
    staticDir: env.STATIC_DIR,
    proxies: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    drainSeconds: env.DRAIN_SECONDS,
    retention: { syncLog: env.SYNC_LOG_DAYS, replacedAnswers: env.REPLACED_ANSWERS_DAYS },
    limits: {
      requests: env.REQUESTS_PER_MINUTE,
      logins: env.LOGINS_PER_MINUTE,
      copies: env.COPIES_PER_MINUTE,
    },
    services: parseServices(environment),
    loyaltyVendor: env.LOYALTY_VENDOR,
    developer:
      id !== undefined && secret !== undefined
        ? { provider: env.STORAGE_DEVELOPER_PROVIDER, key: { id, secret } }
        : undefined,
    admins: env.ADMINS ?? [],
    host: env.HOST,
    databaseUrl: env.DATABASE_URL,
    databaseOwner: user !== undefined && password !== undefined ? { user, password } : undefined,
    databaseLimits: {
      connections: env.DATABASE_CONNECTIONS,
      connect: env.DATABASE_CONNECT_SECONDS,
      statement: env.DATABASE_STATEMENT_SECONDS,
    },
    publicOrigin: env.PUBLIC_ORIGIN,
    maintenanceUntil: env.MAINTENANCE_UNTIL,
  }
}

export type ServerEnv = ReturnType<typeof parseServerEnv>
