import type { Outbox, OutboxSnapshot } from '../outbox/outbox.ts'
import type { Reporter } from './create-reporter.ts'

/** ms; changes in quick succession make one report */
const calm = 2000
/** ms between two reports of a tab that has much to report */
const pause = 15_000
/** ms until a report is tried again that did not arrive */
const retryAfter = 120_000
/** ms between reports of an open page where nothing happens: a restored server says what it has lost when it is asked */
const idlePause = 1_800_000

/**
 * ms since epoch: when the last delivery failed that is waited out now. A server that named the time knows that it refused, and has
 * no time for reports.
 */
const lastFailure = ({ wait, entries }: OutboxSnapshot): number => {
  const ofLanes = entries.map(({ state }) => (state.is === 'waiting' ? state.wait : undefined))
  const waits = [wait, ...ofLanes].filter((one) => one !== undefined)
  return Math.max(0, ...waits.filter(({ told }) => !told).map(({ since }) => since))
}

/**
 * What makes a new report worth sending: who is here, what arrived, what failed, what needs attention. Failures count
 * because nobody else may tell of them: Firefox and Safari wake no service worker.
 */
const newsOf = (snapshot: OutboxSnapshot): string =>
  [snapshot.customer, snapshot.deliveredAt, lastFailure(snapshot), snapshot.needsYou].join(' ')

/**
 * Reports at the start, after deliveries and failures, when something needs the coach, and now and then while nothing
 * happens; never while something is being sent. Returns how to stop.
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
  let timer: ReturnType<typeof setTimeout> | undefined
  let known = ''
  let nextAt = 0
  let stopped = false

  const reportLater = (wait: number) => {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(report, wait)
  }

  const report = () => {
    timer = undefined
    const { sending, customer } = outbox.snapshot()
    if (customer === undefined) return
    if (sending) return reportLater(calm)
    nextAt = now() + pause
    void reporter.report().then((arrived) => {
      // What has happened meanwhile is reported earlier.
      if (timer === undefined) reportLater(arrived ? idlePause : retryAfter)
    })
  }

  const check = () => {
    const snapshot = outbox.snapshot()
    if (snapshot.storage !== 'ready' || newsOf(snapshot) === known) return
    known = newsOf(snapshot)
    // A clock that was set back must not silence the device.
    reportLater(Math.min(pause, Math.max(calm, nextAt - now())))
  }

  const stopListening = outbox.subscribe(check)
  check()
  return () => {
    stopped = true
    clearTimeout(timer)
    stopListening()
  }
}
