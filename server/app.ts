import { randomUUID } from 'node:crypto'
import { Hono, type ErrorHandler } from 'hono'
import { headers } from '../src/contract/product-api/headers-and-cookies.ts'
import { createAuthorize } from './api/authorize.ts'
import { createRateLimits } from './api/rate-limits.ts'
import { createCapacity } from './api/capacity.ts'
import { dispatchCalls } from './api/dispatch.ts'
import { createReceiptKeys } from './api/sign-receipt.ts'
import { createAuthenticators } from './auth/authenticators.ts'
import { createCookies } from './auth/cookies.ts'
import { createDeviceSecrets } from './auth/device-secrets.ts'
import type { IdentityTokens } from './auth/identity-tokens.ts'
import type { LoyaltyVendor } from './auth/loyalty-vendor.ts'
import { ProviderUnavailableError } from './auth/provider-unavailable.ts'
import { createRoles } from './auth/roles.ts'
import { createSessions } from './auth/sessions.ts'
import { createSignIns } from './auth/sign-ins.ts'
import type { StorageIdentities } from './auth/storage-identities.ts'
import { getUnavailableReason } from './db/connection/database-unavailable.ts'
import { isCustomerMissing } from './db/customers/is-customer-missing.ts'
import type { Database } from './db/database.ts'
import { createDocsRoutes } from './docs/docs-routes.ts'
import { respondUnavailable, respondWithError } from './http/api-error.ts'
import type { AppEnv, Http } from './http/app-env.ts'
import { getClientAddress, isForwardedHttps } from './http/client-address.ts'
import {
  createHealthRoutes,
  getMaintenanceSecondsLeft,
  rejectDuringMaintenance,
  type Readiness,
} from './http/health.ts'
import { logRequests, type Log } from './http/log.ts'
import { createSecurityHeaders } from './http/security-headers.ts'
import { createTokenBuckets } from './http/token-bucket.ts'
import { measureRequests, type Measures } from './metrics/measures.ts'
import { createHandlers } from './resources/handlers.ts'
import type { ServerEnv } from './server-env.ts'
import { guardAdminPages } from './site/guard-admin-pages.ts'
import { createCrawlerRoutes } from './site/crawler-routes.ts'
import { serveSite } from './site/serve-site.ts'
import { createSpeculationRoutes } from './site/speculation-rules.ts'
import type { Tracing } from './traces/create-tracing.ts'

type SiteSettings = Pick<ServerEnv, 'services' | 'staticDir' | 'publicOrigin' | 'proxies'>

/** The settings that requests depend on. */
export type AppSettings = SiteSettings &
  Pick<ServerEnv, 'limits' | 'databaseLimits' | 'maintenanceUntil' | 'admins'> & { version: string }

export type AppDeps = {
  db: Database
  /** Verifies the tokens of identity providers. */
  identity: IdentityTokens
  /** Signs coaches up and in at the loyalty provider. */
  vendor: LoyaltyVendor
  /** Vouches for coaches of the loyalty provider at the object store. */
  storageIdentities: StorageIdentities
  log: Log
  measures: Measures
  /** Absent if nothing is traced. */
  tracing?: Tracing | undefined
  now: () => Date
  settings: AppSettings
  /** Whether the database accepts writes. */
  canWrite: () => Promise<boolean>
  isStopping: () => boolean
}

type BaseDeps = Pick<AppDeps, 'log' | 'measures' | 'tracing'> & { settings: SiteSettings }

/** Converts an error of a handler to an error response. */
const createErrorHandler =
  ({ log, measures }: Pick<BaseDeps, 'log' | 'measures'>): ErrorHandler<AppEnv> =>
  (error, http) => {
    // A request may conflict with the erasure of its account. If so, the database stores none of it.
    if (isCustomerMissing(error)) return respondWithError(http, { code: 'account-erased' })
    const logFields = { requestId: http.get('requestId'), route: http.get('route') }
    if (error instanceof ProviderUnavailableError) {
      measures.providerUnavailable(error.provider)
      log.warn('an identity provider is away', { ...logFields, reason: error.message })
      return respondWithError(http, { code: 'provider-away' })
    }
    const reason = getUnavailableReason(error)
    if (reason !== undefined) {
      log.warn('the database is away', { ...logFields, reason })
      return respondUnavailable(http)
    }
    log.error('request failed', error, logFields)
    return respondWithError(http, { code: 'server-failed' })
  }

/**
 * Creates an app with what every request gets: an id, a log line, security headers, and an error response if
 * it fails. `isSecure`: whether the browser uses TLS, even if only to a proxy.
 */
const createBase = ({ log, measures, tracing, settings }: BaseDeps) => {
  const { services, publicOrigin, proxies } = settings
  const isPublicOriginHttps = publicOrigin?.startsWith('https:') ?? false
  const isSecure = (http: Http) => isPublicOriginHttps || isForwardedHttps(http, proxies)
  const app = new Hono<AppEnv>()
  if (tracing) app.use(tracing.requests)
  app.use(measureRequests(measures, () => performance.now()))
  app.use(logRequests({ log, newId: randomUUID, now: () => performance.now() }))
  app.use(createSecurityHeaders(services, isSecure))
  app.onError(createErrorHandler({ log, measures }))
  app.use('/api/*', async (http, next) => {
    await next()
    if (!http.res.headers.has('Cache-Control')) http.res.headers.set('Cache-Control', 'no-store')
  })
  return { app, isSecure }
}

/** Opening the database takes about this long, unless there is much to migrate. */
const startingRetrySeconds = 5

/**
 * Serves while the database is being opened: the site, and the health of this process. Rejects calls with a
 * time to retry. `isDatabaseUnavailable`: the start waits for a database that is unavailable.
 */
export const createStartingApp = ({
  isDatabaseUnavailable,
  ...deps
}: BaseDeps & { isDatabaseUnavailable: () => boolean }): Hono<AppEnv> => {
  const { app } = createBase(deps)
  app.route(
    '/',
    createHealthRoutes(() => 'starting'),
  )
  app.all('/api/*', (http) =>
    isDatabaseUnavailable()
      ? respondUnavailable(http)
      : respondWithError(http, { code: 'maintenance', retryAfter: startingRetrySeconds }),
  )
  app.all('*', serveSite(deps.settings.staticDir))
  return app
}

/**
 * Limits the simultaneous deliveries of an instance. They leave four of its ten connections, or the same
 * share, to other calls. With ten connections, at most 40 deliveries run or wait, so a delivery waits for seconds at most.
 */
const getDeliveryCapacity = ({ databaseLimits: { maxConnections } }: AppSettings) => ({
  maxRunning: Math.max(1, Math.floor(maxConnections * 0.6)),
  maxWaiting: 34,
})

/**
 * Creates one app that serves the product API, the API document and the built site. Only rate limits and
 * queues are kept in memory, so several instances can share a database.
 */
export const createApp = (deps: AppDeps): Hono<AppEnv> => {
  const { db, identity, vendor, storageIdentities, log, measures, now, settings, isStopping, canWrite } = deps
  const { publicOrigin, proxies, limits } = settings
  const { app, isSecure } = createBase(deps)
  const nowMs = () => now().getTime()
  const createLimit = (perMinute: number) => createTokenBuckets({ perMinute, now: nowMs })

  const roles = createRoles({ db, managers: new Set(settings.admins), now })
  const sessions = createSessions({ db, roles, now, log })
  const cookies = createCookies({ isSecure })
  const getAddress = (http: Http) => getClientAddress(http, proxies)
  // Shared with the admin pages, which look up sessions, too.
  const requests = createLimit(limits.requests)
  const rateLimits = createRateLimits({
    getAddress,
    requests,
    logins: createLimit(limits.logins),
    copies: createLimit(limits.copies),
  })
  const authorize = createAuthorize({ sessions, cookies, limits: rateLimits })

  const getReadiness = async (): Promise<Readiness> => {
    if (isStopping()) return 'stopping'
    return (await canWrite()) ? 'ready' : 'not-writable'
  }
  const getMaintenanceSeconds = () => getMaintenanceSecondsLeft(settings.maintenanceUntil, now)
  app.route('/', createHealthRoutes(getReadiness, getMaintenanceSeconds))
  app.use('/api/*', rejectDuringMaintenance(settings.maintenanceUntil, now))
  app.route('/', createDocsRoutes(settings.version))

  const keys = createReceiptKeys({ db, now })
  const signIns = createSignIns({ db, identity, now })
  const deviceSecrets = createDeviceSecrets({ db, now })
  const handlerDeps = {
    db,
    signIns,
    identity,
    authenticators: createAuthenticators({ db, now }),
    vendor,
    storageIdentities,
    roles,
    sessions,
    cookies,
    deviceSecrets,
    keys,
    takeAllowance: rateLimits.takeForEntry,
    log,
    measures,
    now,
  }
  const runWithinCapacity = createCapacity({ ...getDeliveryCapacity(settings), now: nowMs })
  dispatchCalls(app, { ...createHandlers(handlerDeps), authorize, runWithinCapacity })
  app.all('/api/*', (http) => {
    // A newer instance of the server may know the call. This error makes the entry wait on its device until a
    // newer instance accepts it.
    const isEntry = http.req.header(headers.idempotencyKey) !== undefined
    return respondWithError(http, { code: isEntry ? 'schema-unknown' : 'not-found' })
  })

  // Password managers look for the form for a new password at this path.
  app.get('/.well-known/change-password', (http) => http.redirect('/change-password', 302))
  app.route('/', createCrawlerRoutes(publicOrigin))
  app.route('/', createSpeculationRoutes())
  app.use('/:locale/admin/*', guardAdminPages({ sessions, cookies, getAddress, limit: requests }))
  app.all('*', serveSite(settings.staticDir))
  return app
}
