import { createTimer } from '../lib/async/timer.ts'
import type { Outbox, OutboxSnapshot } from '../outbox/outbox.ts'
import type { Reporter } from './create-reporter.ts'

/** In ms. Changes in quick succession make one report. */
const quietTime = 2000
/** In ms, between two reports of a tab with much to report. */
const minPause = 15_000
/** In ms, before a failed report is repeated. */
const retryPause = 120_000
/** In ms, between reports of an idle page. A restored server names its losses only in a response. */
const idlePause = 1_800_000

/**
 * ms since epoch of the last failed delivery that is waited out now. Waits that a server named do not count:
 * that server knows of its refusal and is too busy for reports.
 */
const lastFailure = ({ wait, entries }: OutboxSnapshot): number => {
  const laneWaits = entries.map(({ state }) => (state.is === 'waiting' ? state.wait : undefined))
  const waits = [wait, ...laneWaits].filter((laneWait) => laneWait !== undefined)
  return Math.max(0, ...waits.filter(({ told }) => !told).map(({ since }) => since))
}

/**
 * The state whose change makes a new report worthwhile: customer, deliveries, failures and entries that need
 * attention. Failures are included because nothing else reports them: Firefox and Safari do not wake a
 * service worker.
 */
const summariseNews = (snapshot: OutboxSnapshot): string =>
  [snapshot.customer, snapshot.deliveredAt, lastFailure(snapshot), snapshot.needsAction].join(' ')

/**
 * Reports at the start, after deliveries and failures, when an entry needs the coach, and occasionally while
 * idle, but never during a delivery. Returns the function that stops it.
 */
export const scheduleReports = ({
  outbox,
  reporter,
  now,
}: {
  outbox: Pick<Outbox, 'snapshot' | 'subscribe'>
  reporter: Pick<Reporter, 'report'>
  /** ms since epoch */
  now: () => number
}): (() => void) => {
  let lastNews = ''
  /** ms since epoch: the earliest time of the next report */
  let nextReportAt = 0
  let isStopped = false

  const timer = createTimer(() => {
    const { sending, customer } = outbox.snapshot()
    if (customer === undefined) return
    if (sending) {
      timer.start(quietTime)
      return
    }
    nextReportAt = now() + minPause
    void reporter.report().then((hasArrived) => {
      // If the timer runs, there is news, which is reported earlier.
      if (!isStopped && !timer.isRunning()) timer.start(hasArrived ? idlePause : retryPause)
    })
  })

  const onChange = () => {
    const snapshot = outbox.snapshot()
    if (snapshot.storage !== 'ready' || summariseNews(snapshot) === lastNews) return
    lastNews = summariseNews(snapshot)
    // A clock that was set back must not stop the reports.
    timer.start(Math.min(minPause, Math.max(quietTime, nextReportAt - now())))
  }

  const stopListening = outbox.subscribe(onChange)
  onChange()
  return () => {
    isStopped = true
    timer.stop()
    stopListening()
  }
}
