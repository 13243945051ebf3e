import { createNoopMeter, type Meter } from '@opentelemetry/api'
import type { MiddlewareHandler } from 'hono'
import type { LocaleAuth } from '../../src/config/locales.ts'
import type { AppEnv } from '../http/app-env.ts'
import { getMethodLabel } from '../http/method-label.ts'
import { createAppMeasures } from './app-measures.ts'
import { buckets } from './buckets.ts'

/** A request and its response. `errorCode` is the code of an error response. */
type Request = {
  method: string
  route: string
  status: number
  errorCode: string | undefined
  seconds: number
}
/** What became of an entry that a device sent. `errorCode` is present if the server rejected it. */
type Delivery =
  | { call: string; outcome: 'stored' | 'replayed' | 'failed' }
  | { call: string; errorCode: string }
/**
 * What a device reports about its outbox. `toSend` and `needsYou` are numbers of entries: those that wait,
 * and those that need the coach to act.
 */
type Report = { oldestAgeSeconds: number; toSend: number; needsYou: number; clockOffsetSeconds: number }
/** `outcome`: `signed-in`, or why nobody was signed in. */
type SignIn = { provider: LocaleAuth['kind']; outcome: string }
/** A provider that the server calls and that may not respond. */
export type Provider = LocaleAuth['kind'] | 'identity-pool'
type Statement = { seconds: number; outcome: 'done' | 'failed' }
/** How a retention run ended. `left`: another instance of the server was deleting, or this one stopped. */
type RetentionOutcome = 'done' | 'left' | 'failed'
/** Rows that retention deleted. */
type Expired = { table: string; rows: number }

const createBucketOptions = (boundaries: readonly number[]) => ({
  advice: { explicitBucketBoundaries: [...boundaries] },
})

/** Measures the server itself: its requests, its statements and its log. */
const createServerMeasures = (meter: Meter) => {
  const requests = meter.createHistogram('http.server.request.duration.seconds', {
    description: 'Duration of requests, by call, status and error code.',
    unit: 's',
    ...createBucketOptions(buckets.request),
  })
  const statements = meter.createHistogram('db.client.operation.duration.seconds', {
    description: 'Duration of PostgreSQL statements, without the wait for a connection.',
    unit: 's',
    ...createBucketOptions(buckets.statement),
  })
  const logLines = meter.createCounter('product.log.lines', { description: 'Log lines by level.' })

  return {
    request: ({ method, route, status, errorCode, seconds }: Request) =>
      requests.record(seconds, {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
        // Prometheus treats an empty label like a missing one.
        'error.type': errorCode ?? '',
      }),
    statement: ({ seconds, outcome }: Statement) => statements.record(seconds, { outcome }),
    logLine: (level: string) => logLines.add(1, { level }),
  }
}

/** Measures the devices' outboxes: the entries that arrive, and those that still wait. */
const createOutboxMeasures = (meter: Meter) => {
  const deliveries = meter.createCounter('product.deliveries', {
    description: 'Delivered outbox entries by call and outcome.',
  })
  const oldestAge = meter.createHistogram('product.report.oldest.age.seconds', {
    description: 'Age of the oldest entry that waits on a device, at each report. 0 if none waits.',
    unit: 's',
    ...createBucketOptions(buckets.age),
  })
  const clockOffset = meter.createHistogram('product.report.clock.offset.seconds', {
    description: 'Absolute difference between the clocks of device and server, at each report.',
    unit: 's',
    ...createBucketOptions(buckets.age),
  })
  const toSend = meter.createHistogram('product.report.to.send', {
    description: 'Number of entries that wait on a device, at each report.',
    ...createBucketOptions(buckets.entries),
  })
  const needsYou = meter.createHistogram('product.report.needs.you', {
    description: 'Number of entries on a device that need the coach, at each report.',
    ...createBucketOptions(buckets.entries),
  })

  return {
    delivery: (delivery: Delivery) => {
      const labels =
        'errorCode' in delivery
          ? { outcome: 'refused', code: delivery.errorCode }
          : { outcome: delivery.outcome, code: '' }
      deliveries.add(1, { call: delivery.call, ...labels })
    },
    report: (report: Report) => {
      oldestAge.record(report.oldestAgeSeconds)
      clockOffset.record(report.clockOffsetSeconds)
      toSend.record(report.toSend)
      needsYou.record(report.needsYou)
    },
  }
}

const createSignInMeasures = (meter: Meter) => {
  const signIns = meter.createCounter('product.sign.ins', {
    description: 'Sign-ins by provider and outcome.',
  })
  const providerFailures = meter.createCounter('product.provider.away', {
    description: 'Calls that an identity provider did not respond to or failed.',
  })
  return {
    signIn: ({ provider, outcome }: SignIn) => signIns.add(1, { provider, outcome }),
    providerUnavailable: (provider: Provider) => providerFailures.add(1, { provider }),
  }
}

const createRetentionMeasures = (meter: Meter) => {
  const expiredRows = meter.createCounter('product.retention.rows', {
    description: 'Rows deleted because they expired.',
  })
  const retentionRuns = meter.createCounter('product.retention.runs', {
    description: 'Runs that delete expired rows, by outcome: `done`, `failed` or `left`.',
  })
  return {
    retentionRun: (outcome: RetentionOutcome) => retentionRuns.add(1, { outcome }),
    expired: ({ table, rows }: Expired) => expiredRows.add(rows, { table }),
  }
}

/**
 * Creates the instruments of the product API. Units are part of the names, because Prometheus requires them
 * there and its exporter does not add them. Each label has a few values that are known in advance: no id, no
 * IP address and no value that a sender can choose. `release` is the release of this instance of the server.
 */
export const createMeasures = (meter: Meter, release = '') => ({
  ...createServerMeasures(meter),
  ...createOutboxMeasures(meter),
  ...createSignInMeasures(meter),
  ...createRetentionMeasures(meter),
  ...createAppMeasures(meter, release),
})

export type Measures = ReturnType<typeof createMeasures>

/** Creates measures that record nothing, for a server without METRICS_PORT. */
export const createNoMeasures = (): Measures => createMeasures(createNoopMeter())

/** Measures the time of every request until its response starts. `now` is in ms. */
export const measureRequests =
  (measures: Pick<Measures, 'request'>, now: () => number): MiddlewareHandler<AppEnv> =>
  async (http, next) => {
    const startedAt = now()
    await next()
    measures.request({
      method: getMethodLabel(http.req.method),
      route: http.get('route') ?? 'none',
      status: http.res.status,
      errorCode: http.get('errorCode'),
      seconds: (now() - startedAt) / 1000,
    })
  }
