import type { ErrorPlace, UploadOutcome, Vital } from '../../contract/product-api/health-api.ts'
import { createHealth } from '../../health/create-health.ts'
import { measureVitals } from '../../health/measure-vitals.ts'
import { createStore } from '../../lib/create-store.ts'
import type { Browser } from '../../platform/create-browser.ts'
import { createCountUpload } from '../../sync-log/upload-counts.ts'
import type { WorkerMessage } from '../../uploads/contract.ts'
import { findOutcome } from '../../uploads/upload-outcome.ts'
import { getAppVersion } from '../app-version.ts'

/** Creates an error from the `error` event of a worker, which ends before it can report the error itself. */
const toError = ({ message, filename, lineno, colno }: ErrorEvent): Error =>
  Object.assign(new Error(message), { stack: `${filename}:${lineno}:${colno}` })

/** The delay in browsers without `requestIdleCallback`. */
const fallbackDelayMs = 2000

type IdleWindow = Pick<Window, 'setTimeout'> & Partial<Pick<Window, 'requestIdleCallback'>>

/** Runs a function when the browser is idle. */
const whenIdle = (window: IdleWindow, run: () => void): void => {
  // oxlint-disable-next-line eslint/no-restricted-properties -- only tests whether it exists
  const requestIdleCallback = window.requestIdleCallback?.bind(window)
  if (requestIdleCallback) requestIdleCallback(run)
  else window.setTimeout(run, fallbackDelayMs)
}

/** Counts errors, speed and uploads in this tab. */
export const createPageHealth = (browser: Browser) => {
  const createHealthAt = (place: ErrorPlace) =>
    createHealth({
      keyValues: browser.keyValues('health'),
      place,
      version: async () => getAppVersion(),
      origin: location.origin,
      now: browser.now,
    })
  const health = createHealthAt('page')
  const workerHealth = createHealthAt('worker')
  const countUpload = createCountUpload(browser.database)
  /** How many outcomes of uploads this tab has counted. */
  const uploadCount = createStore(0)
  /**
   * Counts the outcome of an upload: for operators if the user has consented to measuring, and always for the
   * admins who look at this device.
   */
  const countOutcome = (outcome: Omit<UploadOutcome, 'count'>): void => {
    void health.countUpload(outcome)
    void countUpload(outcome).then(() => uploadCount.set(uploadCount.get() + 1))
  }
  const onWorkerError = (event: Event): void => {
    // An event without a message comes from a script that could not be loaded, for example offline.
    if (event instanceof ErrorEvent && event.message !== '') void workerHealth.countError(toError(event))
  }
  return {
    countError: health.countError,
    uploadCount,
    /** Counts what the upload worker reports (`WorkerMessage`), and the error that ends it. */
    followWorker: (worker: Worker): void => {
      worker.addEventListener('message', ({ data }: MessageEvent<WorkerMessage | object>) => {
        // `rejected` is a promise rejection that the worker did not handle.
        if ('rejected' in data)
          void workerHealth.countError(Object.assign(new Error(data.rejected.message), data.rejected))
        // Most statuses, such as that of a running upload, are not an outcome.
        const outcome = 'status' in data ? findOutcome(data.status) : undefined
        if (outcome) countOutcome(outcome)
        if ('retry' in data) countOutcome(data.retry)
      })
      worker.addEventListener('error', onWorkerError)
    },
    /**
     * Returns the function that sets whether this tab measures. Measuring starts when the page is idle, so that
     * it does not slow the page down, and stops immediately.
     */
    createMeasuringSwitch: (route: () => string) => {
      let isMeasuringAllowed = false
      let isMeasuring = false
      const start = () => {
        if (!isMeasuringAllowed) return
        void health.setAllowed(true)
        if (isMeasuring) return
        isMeasuring = true
        const report = (vitals: Vital[]) => void health.addVitals(vitals)
        // If the library cannot be downloaded, the speed is not measured.
        measureVitals({ page: document, route, report }).catch(() => undefined)
      }
      return (isAllowed: boolean): void => {
        isMeasuringAllowed = isAllowed
        if (isAllowed) whenIdle(window, start)
        else void health.setAllowed(false)
      }
    },
  }
}
