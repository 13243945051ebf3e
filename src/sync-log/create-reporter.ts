import * as v from 'valibot'
import type { LocaleCode } from '../config/locales.ts'
import type { ProductApiClient } from '../contract/product-api-client.ts'
import {
  reportLimits,
  reportRow,
  type ReportRow,
  type SyncReport,
} from '../contract/product-api/sync-report.ts'
import type { CorrectedClock } from '../platform/network/corrected-clock.ts'
import type { Locks } from '../platform/locks.ts'
import type { Log } from '../platform/log.ts'
import { manifestOf } from './manifest-of.ts'
import type { DeviceState, SyncLogStore } from './sync-log-store.ts'

export type ReporterDeps = {
  store: SyncLogStore
  api: Pick<ProductApiClient, 'call'>
  locks: Locks
  /** The signed-in customer, with the locale of the session. */
  session: () => { customer: string; locale: LocaleCode } | undefined
  /** Called before a customer's report: has the product session be one of this device. */
  prepare?: (customer: string) => Promise<void>
  device: () => Promise<string>
  /** The app's version with its build. */
  version: () => Promise<string>
  moment: CorrectedClock['moment']
  storage: () => Promise<SyncReport['storage']>
  /** ms since epoch */
  now: () => number
  log: Log
}

/** The next rows of a customer's log, and how far the log was looked through for them. */
type RowPage = { rows: ReportRow[]; upTo: number; more: boolean }

/** Rows that do not fit the contract are skipped: one of them must not hold up all that follow. */
const rowsToReport = ({ journal, reported }: DeviceState, customer: string): RowPage => {
  const rows: ReportRow[] = []
  let upTo = reported.row
  for (const { customer: whose, id, at, happened, seq, name, subject, code, status } of journal) {
    if (id <= reported.row) continue
    if (rows.length === reportLimits.rows) return { rows, upTo, more: true }
    upTo = id
    const row = { id, at, happened, seq, name, subject, code, status }
    const known = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined))
    const parsed = v.safeParse(reportRow, known)
    if (whose === customer && parsed.success) rows.push(parsed.output)
  }
  return { rows, upTo, more: false }
}

/** One reporter over all tabs and the service worker: two would only send the same. */
const reporterLock = 'sync-reporter'
/** ms; longer than a request may take */
const lockTimeout = 60_000
/** ms; the least time between two reports of a device where nothing has happened */
const leastPause = 300_000

/** Reports to the product API what this device holds and what happened on it. Nothing depends on whether it succeeds. */
export const createReporter = (deps: ReporterDeps) => {
  const { store, api, locks, session, now, log } = deps

  const reportOf = async (who: NonNullable<ReturnType<typeof session>>) => {
    const state = await store.read(who.customer)
    const page = rowsToReport(state, who.customer)
    const isNews = page.upTo > state.reported.row || Math.abs(now() - state.reported.at) >= leastPause
    if (!isNews) return undefined
    const { device: own, corrected } = await deps.moment()
    const device = await deps.device()
    const report: SyncReport = {
      customer_id: who.customer,
      device,
      version: await deps.version(),
      locale: who.locale,
      ...manifestOf(state, { customer: who.customer, device, now: now() }),
      clock_offset: Math.round(corrected - own),
      storage: await deps.storage(),
      rows: page.rows,
    }
    return { report, page }
  }

  /** Reports page after page until nothing is left; resolves to whether all arrived. */
  const reportAll = async (lost: AbortSignal): Promise<boolean> => {
    const who = session()
    if (who) await deps.prepare?.(who.customer)
    for (;;) {
      if (!who || lost.aborted || session()?.customer !== who.customer) return true
      const next = await reportOf(who)
      if (!next) return true
      const response = await api.call('syncReport', next.report, { signal: lost })
      if (!response.ok) {
        log.warn('The sync log could not be reported', {
          code: response.error.code,
          path: response.error.path,
        })
        return false
      }
      await store.saveReported(who.customer, { row: next.page.upTo, at: now() })
      if (!next.page.more) return true
    }
  }

  return {
    /** Reports what is news; false when it should be tried again later. Never throws. */
    report: async (): Promise<boolean> => {
      try {
        return await locks.hold(reporterLock, lockTimeout, reportAll)
      } catch (error) {
        log.warn('The sync log could not be read', { reason: String(error) })
        return false
      }
    },
  }
}

export type Reporter = ReturnType<typeof createReporter>
