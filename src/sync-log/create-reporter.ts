import type { LocaleCode } from '../config/locales.ts'
import type { ApiFailure } from '../contract/api-failure.ts'
import type { ProductApiClient } from '../contract/product-api-client.ts'
import {
  reportLimits,
  reportRow,
  type Ranges,
  type ReportRow,
  type SyncReport,
} from '../contract/product-api/sync-report.ts'
import { parsed } from '../lib/parsed.ts'
import { needsSession } from '../outbox/delivery/judge.ts'
import type { JournalRow } from '../outbox/entry/journal.ts'
import type { CorrectedClock } from '../platform/network/corrected-clock.ts'
import type { Locks } from '../platform/locks.ts'
import type { Log } from '../platform/log.ts'
import { manifestOf } from './manifest-of.ts'
import { reportUploads } from './upload-counts.ts'
import type { DeviceState, SyncLogStore } from './sync-log-store.ts'

export type ReporterDeps = {
  store: SyncLogStore
  api: Pick<ProductApiClient, 'call'>
  locks: Locks
  /** The signed-in customer, with the locale of the session. */
  session: () => { customer: string; locale: LocaleCode } | undefined
  /** Called before a customer's report. Ties the product session to this device. */
  prepare?: (customer: string) => Promise<void>
  device: () => Promise<string>
  /** The app's version with its build. */
  version: () => Promise<string>
  moment: CorrectedClock['moment']
  storage: () => Promise<SyncReport['storage']>
  /** Reopens the customer's product session, unless another tab has; resolves to whether it is open. */
  renewSession?: (customer: string, since: number) => Promise<boolean | undefined>
  /** Sends less urgent data after the whole report has arrived. */
  afterwards?: (customer: string, signal: AbortSignal) => Promise<void>
  /** Sends entries again that the server has lost. */
  sendAgain: (customer: string, isLost: IsLost) => Promise<unknown>
  /** ms since epoch */
  now: () => number
  log: Log
}

type IsLost = (entry: { device: string; seq: number }) => boolean

const isIn = (ranges: Ranges, number: number): boolean =>
  ranges.some(([from, to]) => from <= number && number <= to)

/** A row in the form of the report; undefined if the row does not fit the contract. */
const reportedRow = ({
  id,
  at,
  happened,
  seq,
  name,
  subject,
  code,
  status,
}: JournalRow): ReportRow | undefined => {
  const row = { id, at, happened, seq, name, subject, code, status }
  const known = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined))
  return parsed(reportRow, known)
}

/** The next rows of a customer's log. `upTo` is the last row that was examined. */
type RowPage = { rows: ReportRow[]; upTo: number; more: boolean }

/** Skips rows that do not fit the contract, so that they do not block all later rows. */
const rowsToReport = ({ journal, reported }: DeviceState, customer: string): RowPage => {
  const rows: ReportRow[] = []
  let upTo = reported.row
  for (const row of journal) {
    if (row.id <= reported.row) continue
    if (rows.length === reportLimits.rows) return { rows, upTo, more: true }
    upTo = row.id
    const known = row.customer === customer ? reportedRow(row) : undefined
    if (known) rows.push(known)
  }
  return { rows, upTo, more: false }
}

/** The last row of a customer's log that a server accepted from this device; 0 before the first. */
const lastTakenRow = (
  { journal, reported }: DeviceState,
  { customer, device }: { customer: string; device: string },
): number => {
  const wasTaken = (row: JournalRow) =>
    row.id <= reported.row && row.customer === customer && (row.device ?? device) === device
  return journal.findLast((row) => wasTaken(row) && reportedRow(row))?.id ?? 0
}

/**
 * Whether a report needs a new session. A restored server does not know newer sessions, and if nothing is
 * left to send, only a report detects that. A session that an older app opened may belong to another device
 * id.
 */
const isOfOtherSession = (error: ApiFailure): boolean => needsSession(error) || error.path === 'device'

/** Only one tab or service worker reports at a time: a second one would send the same. */
const reporterLock = 'sync-reporter'
/** In ms. Longer than any request. */
const lockTimeout = 60_000
/** In ms: the minimum between two reports of a device without news. */
const leastPause = 300_000

/** Reports the contents and the log of this device to the product API. Nothing depends on its success. */
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
    const lastTaken = lastTakenRow(state, { customer: who.customer, device })
    return { report, page, lastTaken, uploads: state.uploads }
  }

  /** Sends all pages of the report; resolves to whether all arrived. */
  const reportAll = async (signal: AbortSignal): Promise<boolean> => {
    const who = session()
    if (who) await deps.prepare?.(who.customer)
    let [renewed, rewound] = [false, false]
    for (;;) {
      if (!who || signal.aborted || session()?.customer !== who.customer) return true
      const next = await reportOf(who)
      if (!next) return true
      const { report, page, lastTaken, uploads } = next
      const since = deps.now()
      const response = await api.call('syncReport', report, { signal })
      if (!response.ok) {
        if (
          !renewed &&
          isOfOtherSession(response.error) &&
          (await deps.renewSession?.(who.customer, since))
        ) {
          renewed = true
          continue
        }
        const { status, code, path } = response.error
        // Normal failures: no connection, a busy server, or a session ended elsewhere. The report is retried.
        const isUsual = status === 0 || code === 'too-many-requests' || needsSession(response.error)
        if (!isUsual) log.warn('The sync log could not be reported', { code, path })
        return false
      }
      const { last_row: lastRow = lastTaken, missing = [], uploads: known } = response.value
      // Only once: a server that never accepts a row must not receive it in an endless loop.
      const isBehind: boolean = lastRow < lastTaken && !rewound
      rewound ||= isBehind
      if (missing.length > 0 || isBehind) {
        // The server cannot report missing entries that were captured under an earlier id of this phone. They
        // return to the outbox before the report counts: if the app closes in between, no later report names
        // them.
        await deps.sendAgain(who.customer, ({ device, seq }) =>
          device === report.device ? isIn(missing, seq) : isBehind,
        )
      }
      await store.saveReported(who.customer, { row: isBehind ? lastRow : page.upTo, at: now() })
      // Also covers a sign-out meanwhile, in this tab or another, and a sign-out that was interrupted.
      await store.forgetOthers(session()?.customer)
      if (page.more || isBehind) continue
      await reportUploads(api, report, { uploads, known }, signal)
      return true
    }
  }

  return {
    /** Reports news. Resolves to false if the report should be repeated later. Never throws. */
    report: async (): Promise<boolean> => {
      try {
        return await locks.hold(reporterLock, lockTimeout, async (signal) => {
          const arrived = await reportAll(signal)
          const who = session()
          if (arrived && who && !signal.aborted) await deps.afterwards?.(who.customer, signal)
          return arrived
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
