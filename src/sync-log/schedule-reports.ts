import { createTimer } from '../lib/async/timer.ts'
import type { Store } from '../lib/create-store.ts'
import type { Outbox, OutboxSnapshot } from '../outbox/outbox.ts'
import type { Reporter } from './create-reporter.ts'

/** A report follows this long after a change. Further changes restart the wait. */
const quietTimeMs = 2000
/** The shortest pause between two reports of a tab with frequent changes. */
const minPauseMs = 15_000
/** The pause before a failed report is repeated. */
const retryPauseMs = 120_000
/** The pause between reports of an idle page. Only a response shows what a restored server has lost. */
const idlePauseMs = 1_800_000

/**
 * Returns when the last failure occurred after which entries still wait, in ms since the epoch, or 0 if there
 * is none. Ignores waits that the server set with Retry-After (`told`), because the server knows about them
 * and is too busy for reports.
 */
const getLastFailureAt = ({ wait, entries }: OutboxSnapshot): number => {
  const laneWaits = entries.map(({ state }) => (state.is === 'waiting' ? state.wait : undefined))
  const waits = [wait, ...laneWaits].filter((possibleWait) => possibleWait !== undefined)
  return Math.max(0, ...waits.filter(({ told }) => !told).map(({ since }) => since))
}

/**
 * Returns the state whose change causes a new report, as a text to compare: customer, deliveries, failures,
 * entries that need the coach, and uploads. Failures are included because in Firefox and Safari, which do not
 * wake the service worker, nothing else reports them.
 */
const summariseState = (snapshot: OutboxSnapshot, uploadCount: number): string => {
  const { customer, deliveredAt, needsAction } = snapshot
  return [customer, deliveredAt, getLastFailureAt(snapshot), needsAction, uploadCount].join(' ')
}

/**
 * Reports at the start, after deliveries, failures and uploads, when an entry needs the coach, and
 * occasionally while idle, but never during a delivery. Returns the function that stops the reports.
 */
export const scheduleReports = ({
  outbox,
  uploadCount,
  reporter,
  now,
}: {
  outbox: Pick<Outbox, 'snapshot' | 'subscribe'>
  /** How many outcomes of uploads this tab has counted. */
  uploadCount: Pick<Store<number>, 'get' | 'subscribe'>
  reporter: Pick<Reporter, 'report'>
  /** Returns the time in ms since the epoch. */
  now: () => number
}): (() => void) => {
  /** The summary of the state at the last change. */
  let lastSummary = ''
  /** The earliest time of the next report, in ms since the epoch. */
  let nextReportAt = 0
  let isStopped = false

  const timer = createTimer(() => {
    const { isSending, customer } = outbox.snapshot()
    if (customer === undefined) return
    if (isSending) {
      timer.start(quietTimeMs)
      return
    }
    nextReportAt = now() + minPauseMs
    void reporter.report().then((hasArrived) => {
      // If the timer runs, there was another change, which is reported earlier.
      if (!isStopped && !timer.isRunning()) timer.start(hasArrived ? idlePauseMs : retryPauseMs)
    })
  })

  const onChange = () => {
    const snapshot = outbox.snapshot()
    const summary = summariseState(snapshot, uploadCount.get())
    if (snapshot.storage !== 'ready' || summary === lastSummary) return
    lastSummary = summary
    // The upper limit covers a clock that was set back, which would delay the report for a long time.
    timer.start(Math.min(minPauseMs, Math.max(quietTimeMs, nextReportAt - now())))
  }

  const stopListening = [outbox.subscribe(onChange), uploadCount.subscribe(onChange)]
  onChange()
  return () => {
    isStopped = true
    timer.stop()
    for (const stop of stopListening) stop()
  }
}
