import * as v from 'valibot'
import type { LocaleCode } from '../config/locales.ts'
import type { ApiFailure } from '../contract/api-failure.ts'
import type { ProductApiClient } from '../contract/product-api-client.ts'
import { reportLimits, type Ranges, type SyncReport } from '../contract/product-api/sync-report.ts'
import * as schemas from '../contract/shared-schemas.ts'
import { needsSession } from '../outbox/delivery/classify-failure.ts'
import type { Locks } from '../platform/locks.ts'
import type { Log } from '../platform/log.ts'
import type { CorrectedClock } from '../platform/network/corrected-clock.ts'
import { createManifest } from './create-manifest.ts'
import { findLastAcceptedRow, selectRows, type RowPage } from './select-rows.ts'
import type { DeviceState, SyncLogStore } from './sync-log-store.ts'
import { reportUploads } from './upload-counts.ts'

export type ReporterDeps = {
  store: SyncLogStore
  api: Pick<ProductApiClient, 'call'>
  locks: Pick<Locks, 'hold'>
  /** The signed-in customer, with the locale of the session. */
  session: () => { customer: string; locale: LocaleCode } | undefined
  /** Called before a customer's report. Ensures that the product session belongs to this device. */
  prepare?: (customerId: string) => Promise<void>
  /** Resolves to the id of this device. */
  device: () => Promise<string>
  /** The app's version with its build. */
  version: () => Promise<string>
  /**
   * The current time by the device's clock, and by the clock that is corrected with the server's time. The
   * report contains the difference.
   */
  moment: CorrectedClock['moment']
  /** Resolves to how much storage this site uses, in the format of the report. */
  storage: () => Promise<SyncReport['storage']>
  /**
   * Reopens the customer's product session, unless another tab has done so after `since`, in ms since the
   * epoch. Resolves to true if the session is open.
   */
  renewSession?: (customerId: string, since: number) => Promise<boolean | undefined>
  /** Lists the customers with work on this device outside of the outbox, for example unfinished uploads. */
  ownersOfWork?: () => Promise<string[]>
  /** The customers with data on this device whose accounts were deleted elsewhere. */
  deletedCustomers: () => Promise<string[]>
  addDeletedCustomers: (customerIds: readonly string[]) => Promise<void>
  /** Sends less urgent data, for example about errors, after the whole report has arrived. */
  afterReport?: (customerId: string, signal: AbortSignal) => Promise<void>
  /** Moves the delivered entries that are lost, as `isLost` decides, back to the outbox. */
  sendAgain: (customerId: string, isLost: IsLost) => Promise<unknown>
  /** Returns the time in ms since the epoch. */
  now: () => number
  log: Log
}

type SignedIn = NonNullable<ReturnType<ReporterDeps['session']>>
type IsLost = (entry: { device: string; seq: number }) => boolean

const isInRanges = (ranges: Ranges, number: number): boolean =>
  ranges.some(([from, to]) => from <= number && number <= to)

/** Selects the customers who have something on this device, except the given ones. */
const selectOtherCustomers = (
  { entries, journal }: DeviceState,
  ownersOfWork: readonly string[],
  exceptIds: readonly string[],
): string[] => {
  const ids = new Set([...[...entries, ...journal].map(({ customer }) => customer), ...ownersOfWork])
  return [...ids]
    .filter((id) => !exceptIds.includes(id) && v.is(schemas.customerId, id))
    .slice(0, reportLimits.customers)
}

/**
 * Whether a refused report needs a new session. A restored server does not know newer sessions, and a session
 * that an older version of the app opened may belong to another device id.
 */
const needsNewSession = (error: ApiFailure): boolean => needsSession(error) || error.path === 'device'

/** The lock of the reporter: a second tab or service worker would send the same report. */
const reporterLock = 'sync-reporter'
/** Longer than any request takes. */
const lockTimeoutMs = 60_000
/** The shortest interval between two reports of a device without new rows. */
const minReportIntervalMs = 300_000

/**
 * Sends the state of the outbox and the log of this device to the server. The responses show which delivered
 * entries a server that was restored from a backup has lost, so that the device delivers them again. No
 * delivery waits for a report. A report that fails is repeated later.
 */
export const createReporter = (deps: ReporterDeps) => {
  const { store, api, locks, session, now, log } = deps

  /**
   * Resolves to the customers whose accounts were deleted. Asks the server about the other customers of this
   * device: while another coach is signed in, only the server knows that their accounts are gone.
   */
  const findDeletedCustomers = async (
    state: DeviceState,
    customerId: string,
    signal: AbortSignal,
  ): Promise<string[]> => {
    const knownIds = await deps.deletedCustomers()
    const ownersOfWork = (await deps.ownersOfWork?.()) ?? []
    const otherIds = selectOtherCustomers(state, ownersOfWork, [customerId, ...knownIds])
    if (otherIds.length === 0) return knownIds
    const response = await api.call(
      'erasedCustomers',
      { customer_id: customerId, customers: otherIds },
      { signal },
    )
    // After a failure, the next report asks again. A server of an older version does not know this call.
    if (!response.ok) return knownIds
    const erasedIds = response.value.erased.filter((id) => otherIds.includes(id))
    if (erasedIds.length > 0) await deps.addDeletedCustomers(erasedIds)
    return [...knownIds, ...erasedIds]
  }

  /** Resolves to the next page of the report, or undefined if there is nothing to report. */
  const prepareReport = async (
    signedIn: SignedIn,
    findDeleted: (state: DeviceState) => Promise<string[]>,
  ) => {
    const state = await store.read(signedIn.customer)
    const page = selectRows(state, signedIn.customer)
    // The absolute value covers a clock that was set back.
    const shouldReport =
      page.lastExaminedId > state.reported.row || Math.abs(now() - state.reported.at) >= minReportIntervalMs
    if (!shouldReport) return undefined
    const { device: deviceTime, corrected } = await deps.moment()
    const deviceId = await deps.device()
    const deleted = await findDeleted(state)
    const report: SyncReport = {
      customer_id: signedIn.customer,
      device: deviceId,
      version: await deps.version(),
      locale: signedIn.locale,
      ...createManifest(state, { customer: signedIn.customer, device: deviceId, deleted, now: now() }),
      clock_offset: Math.round(corrected - deviceTime),
      storage: await deps.storage(),
      rows: page.rows,
    }
    const lastAcceptedRow = findLastAcceptedRow(state, { customer: signedIn.customer, device: deviceId })
    return { report, page, lastAcceptedRow, uploads: state.uploads }
  }

  const logFailure = (failure: ApiFailure) => {
    const { status, code, path } = failure
    // Expected failures: no connection, a busy server, or a session that ended elsewhere.
    const isExpected = status === 0 || code === 'too-many-requests' || needsSession(failure)
    if (!isExpected) log.warn('The sync log could not be reported', { code, path })
  }

  /**
   * Moves the delivered entries that the server has lost back to the outbox. `missing` lists only entries of
   * the current device id. If the server was restored, all delivered entries of earlier ids are sent again
   * too.
   */
  const sendLostAgain = async (
    { customer_id, device: currentDeviceId }: SyncReport,
    missing: Ranges,
    isServerRestored: boolean,
  ): Promise<void> => {
    if (missing.length === 0 && !isServerRestored) return
    await deps.sendAgain(customer_id, ({ device, seq }) =>
      device === currentDeviceId ? isInRanges(missing, seq) : isServerRestored,
    )
  }

  /**
   * Applies the server's response to a page: sends lost entries again, and saves the reported position.
   * `rewindTo` is the server's last row if the server was restored and the report starts again after this
   * row.
   */
  const applyResponse = async (
    { report, page }: { report: SyncReport; page: RowPage },
    missing: Ranges,
    rewindTo: number | undefined,
  ): Promise<void> => {
    // Must come before `saveReported`: if the app closed between the two, no later report would find the
    // lost entries.
    await sendLostAgain(report, missing, rewindTo !== undefined)
    await store.saveReported(report.customer_id, { row: rewindTo ?? page.lastExaminedId, at: now() })
    // Deletes the rows of a customer who signed out during the report or whose sign-out was interrupted.
    await store.forgetOthers(session()?.customer)
  }

  /** Sends all pages of the report, one after the other. Resolves to true if all arrived. */
  const reportAll = async (signal: AbortSignal): Promise<boolean> => {
    const signedIn = session()
    if (signedIn) await deps.prepare?.(signedIn.customer)
    // The session is renewed and the report rewound at most once each, so that the loop ends.
    let hasRenewed = false
    let hasRewound = false
    // Requested once for all pages of the report.
    let deletedIds: Promise<string[]> | undefined
    for (;;) {
      // True, because nothing is left to do here: nobody is signed in, the customer has changed, or another
      // context has taken the lock.
      if (!signedIn || signal.aborted || session()?.customer !== signedIn.customer) return true
      const prepared = await prepareReport(
        signedIn,
        (state) => (deletedIds ??= findDeletedCustomers(state, signedIn.customer, signal)),
      )
      if (!prepared) return true
      const { report, page, lastAcceptedRow, uploads } = prepared
      const requestedAt = now()
      const response = await api.call('syncReport', report, { signal })
      if (!response.ok) {
        const canRenew: boolean = !hasRenewed && needsNewSession(response.error)
        hasRenewed = canRenew && (await deps.renewSession?.(signedIn.customer, requestedAt)) === true
        if (hasRenewed) continue
        logFailure(response.error)
        return false
      }
      const { last_row: lastRow = lastAcceptedRow, missing = [], uploads: serverUploads } = response.value
      // A server that was restored from a backup has fewer rows than this device reported, so the report
      // starts again after the server's last row. This happens only once, because a server that never accepts
      // a certain row would cause an endless loop.
      const shouldRewind: boolean = lastRow < lastAcceptedRow && !hasRewound
      hasRewound ||= shouldRewind
      await applyResponse({ report, page }, missing, shouldRewind ? lastRow : undefined)
      if (page.hasMore || shouldRewind) continue
      await reportUploads(api, report, { uploads, serverTotal: serverUploads }, signal)
      return true
    }
  }

  return {
    /** Reports what has changed. Resolves to false if the report should be repeated later. Never throws. */
    report: async (): Promise<boolean> => {
      try {
        // `signal` aborts if another context takes the lock.
        return await locks.hold(reporterLock, lockTimeoutMs, async (signal) => {
          const hasArrived = await reportAll(signal)
          const signedIn = session()
          if (hasArrived && signedIn && !signal.aborted) await deps.afterReport?.(signedIn.customer, signal)
          return hasArrived
        })
      } catch (error) {
        log.warn('The sync log could not be read', { reason: String(error) })
        return false
      }
    },
    /** Deletes the reported rows of all customers except the signed-in one. */
    forgetOthers: () => store.forgetOthers(session()?.customer),
  }
}

export type Reporter = ReturnType<typeof createReporter>
