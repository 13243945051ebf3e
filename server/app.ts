import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { headers } from '../src/contract/product-api.ts'
import { allowanceOf, createAuthorize } from './api/authorize.ts'
import { createCapacity } from './api/capacity.ts'
import { dispatchCalls } from './api/dispatch.ts'
import { createReceiptKeys } from './api/sign-receipt.ts'
import { createCookies } from './auth/cookies.ts'
import type { IdentityTokens } from './auth/identity-tokens.ts'
import type { LoyaltyVendor } from './auth/loyalty-vendor.ts'
import { ProviderAway } from './auth/provider-away.ts'
import { createDeviceSecrets } from './auth/device-secrets.ts'
import { createSessions } from './auth/sessions.ts'
import { createSignIns } from './auth/sign-ins.ts'
import { createHandlers } from './resources/handlers.ts'
import type { StorageIdentities } from './auth/storage-identities.ts'
import type { Database } from './db/database.ts'
import { awayReason } from './db/connection/database-away.ts'
import { isCustomerMissing } from './db/customers/is-customer-missing.ts'
import { docsRoutes } from './docs/docs-routes.ts'
import { adminPages } from './site/admin-pages.ts'
import type { AppEnv, Http } from './http/app-env.ts'
import { clientAddress, isForwardedHttps } from './http/client-address.ts'
import { healthRoutes } from './http/health.ts'
import type { Log } from './http/log.ts'
import { maintenance, maintenanceLeft } from './http/health.ts'
import { measureRequests } from './metrics/measures.ts'
import type { Measures } from './metrics/measures.ts'
import { createRateLimit } from './http/rate-limit.ts'
import { refuse, refuseAway } from './http/refusal.ts'
import { requestLog } from './http/log.ts'
import { securityHeaders } from './http/security-headers.ts'
import type { ServerEnv } from './server-env.ts'
import type { Tracing } from './traces/create-tracing.ts'
import { crawlerRoutes } from './site/crawler-routes.ts'
import { serveSite } from './site/serve-site.ts'

type SiteSettings = Pick<ServerEnv, 'services' | 'staticDir' | 'publicOrigin' | 'proxies'>

/** The part of the environment that requests depend on. */
export type AppSettings = SiteSettings &
  Pick<ServerEnv, 'limits' | 'databaseLimits' | 'maintenanceUntil'> & { version: string }

export type AppDeps = {
  db: Database
  identity: IdentityTokens
  vendor: LoyaltyVendor
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

/** Sets up what every response has: a request id with a log line, security headers, one form of failures. */
const createBase = ({ log, measures, tracing, settings }: BaseDeps) => {
  const { services, publicOrigin, proxies } = settings
  const https = publicOrigin?.startsWith('https:') ?? false
  const isSecure = (http: Http) => https || isForwardedHttps(http, proxies)
  const app = new Hono<AppEnv>()
  if (tracing) app.use(tracing.requests)
  app.use(measureRequests(measures, () => performance.now()))
  app.use(requestLog({ log, newId: randomUUID, now: () => performance.now() }))
  app.use(securityHeaders(services, isSecure))
  app.onError((error, http) => {
    // A request may conflict with the erasure of its customer's account. The database then stores none of it.
    if (isCustomerMissing(error)) return refuse(http, { code: 'account-erased' })
    const where = { requestId: http.get('requestId'), route: http.get('route') }
    if (error instanceof ProviderAway) {
      measures.providerAway(error.provider)
      log.warn('an identity provider is away', { ...where, reason: error.message })
      return refuse(http, { code: 'provider-away' })
    }
    const reason = awayReason(error)
    if (reason !== undefined) {
      log.warn('the database is away', { ...where, reason })
      return refuseAway(http)
    }
    log.error('request failed', error, where)
    return refuse(http, { code: 'server-failed' })
  })
  app.use('/api/*', async (http, next) => {
    await next()
    if (!http.res.headers.has('Cache-Control')) http.res.headers.set('Cache-Control', 'no-store')
  })
  return { app, isSecure }
}

/** s. Opening the database takes about this long, unless there is much to migrate. */
const startingRetry = 5

/**
 * Serves while the database is being opened: the site, and the health of this process. Calls must wait.
 * `isAway`: there is no database to open yet.
 */
export const createStartingApp = ({
  isAway,
  ...given
}: BaseDeps & { isAway: () => boolean }): Hono<AppEnv> => {
  const { app } = createBase(given)
  app.route(
    '/',
    healthRoutes(() => 'starting'),
  )
  app.all('/api/*', (http) =>
    isAway() ? refuseAway(http) : refuse(http, { code: 'maintenance', retryAfter: startingRetry }),
  )
  app.all('*', serveSite(given.settings.staticDir))
  return app
}

/**
 * Limits the simultaneous deliveries of a copy. They leave four of its ten connections, or the same share, to
 * other calls. Waiting deliveries are done within seconds.
 */
const deliveriesOf = ({ databaseLimits: { connections } }: AppSettings) => ({
  atWork: Math.max(1, Math.floor(connections * 0.6)),
  waiting: 34,
})

/**
 * The product API, its document and the built site behind one fetch function. Keeps only rate limits and
 * queues in memory.
 */
export const createApp = (given: AppDeps): Hono<AppEnv> => {
  const { db, identity, vendor, storageIdentities, log, measures, now, settings, isStopping, canWrite } =
    given
  const { publicOrigin, proxies, limits } = settings
  const { app, isSecure } = createBase(given)
  const time = () => now().getTime()
  const allow = (perMinute: number) => createRateLimit({ perMinute, now: time })

  const sessions = createSessions({ db, now })
  const cookies = createCookies({ secure: isSecure })
  const addressOf = (http: Http) => clientAddress(http, proxies)
  const request = allow(limits.requests)
  const authorize = createAuthorize({
    sessions,
    cookies,
    addressOf,
    limits: { request, login: allow(limits.logins), copy: allow(limits.copies) },
  })

  app.route(
    '/',
    healthRoutes(
      async () => {
        if (isStopping()) return 'stopping'
        return (await canWrite()) ? 'ready' : 'not-writable'
      },
      () => maintenanceLeft(settings.maintenanceUntil, now),
    ),
  )
  app.use('/api/*', maintenance(settings.maintenanceUntil, now))
  app.route('/', docsRoutes(settings.version))
  const keys = createReceiptKeys({ db, now })
  const signIns = createSignIns({ db, identity, now })
  const deviceSecrets = createDeviceSecrets({ db, now })
  const deps = {
    db,
    signIns,
    vendor,
    storageIdentities,
    sessions,
    cookies,
    deviceSecrets,
    keys,
    takeAllowance: (customer: string) => request.take(allowanceOf(customer)),
    log,
    measures,
    now,
  }
  const withinCapacity = createCapacity({ ...deliveriesOf(settings), now: time })
  dispatchCalls(app, { ...createHandlers(deps), authorize, withinCapacity })
  app.all('/api/*', (http) => {
    // An entry for a call that only a newer copy knows waits on its device until it reaches one.
    const isEntry = http.req.header(headers.idempotencyKey) !== undefined
    return refuse(http, { code: isEntry ? 'schema-unknown' : 'not-found' })
  })
  // Password managers look for the form at this address.
  app.get('/.well-known/change-password', (http) => http.redirect('/change-password', 302))
  app.route('/', crawlerRoutes(publicOrigin))
  app.use('/:locale/admin/*', adminPages({ sessions, cookies, addressOf, limit: request }))
  app.all('*', serveSite(settings.staticDir))
  return app
}
