import type { ErrorPlace, UploadOutcome, Vital } from '../../contract/product-api/health-api.ts'
import { createHealth } from '../../health/create-health.ts'
import { measureVitals } from '../../health/measure-vitals.ts'
import type { Browser } from '../../platform/create-browser.ts'
import { whenIdle } from '../../platform/when-idle.ts'
import { createCountUpload } from '../../sync-log/upload-counts.ts'
import type { WorkerNews } from '../../uploads/contract.ts'
import { findOutcome } from '../../uploads/upload-outcome.ts'
import { appVersion } from '../app-version.ts'

/** The error of a broken worker, from its event: the worker ends before it can report more itself. */
const toError = ({ message, filename, lineno, colno }: ErrorEvent): Error =>
  Object.assign(new Error(message), { stack: `${filename}:${lineno}:${colno}` })

/** Counts errors, speed and uploads in this tab. */
export const createPageHealth = (browser: Browser) => {
  const createHealthAt = (place: ErrorPlace) =>
    createHealth({
      keyValues: browser.keyValues('health'),
      place,
      version: async () => appVersion(),
      origin: location.origin,
      now: browser.now,
    })
  const health = createHealthAt('page')
  const workerHealth = createHealthAt('worker')
  const countUpload = createCountUpload(browser.database)
  /**
   * Counts the outcome of an upload: for operators if the person agreed to be measured, and always for the
   * admins who look at this device.
   */
  const countOutcome = (outcome: Omit<UploadOutcome, 'count'>): void => {
    void health.upload(outcome)
    void countUpload(outcome)
  }
  const onWorkerError = (event: Event): void => {
    // An event without a message comes from a script that could not be loaded, for example without a
    // connection.
    if (event instanceof ErrorEvent && event.message !== '') void workerHealth.error(toError(event))
  }
  return {
    error: health.error,
    /** Counts what the upload worker reports (`WorkerNews`), and the error that ends it. */
    followWorker: (worker: Worker): void => {
      worker.addEventListener('message', ({ data }: MessageEvent<WorkerNews | object>) => {
        if ('rejected' in data)
          void workerHealth.error(Object.assign(new Error(data.rejected.message), data.rejected))
        const outcome = 'status' in data ? findOutcome(data.status) : undefined
        if (outcome) countOutcome(outcome)
        if ('retry' in data) countOutcome(data.retry)
      })
      worker.addEventListener('error', onWorkerError)
    },
    /**
     * Starts or stops counting when consent changes. It starts late, so that it does not compete with the
     * page, and stops at once.
     */
    follow: (route: () => string) => {
      let isMeasuringAllowed = false
      let isMeasuring = false
      const begin = () => {
        if (!isMeasuringAllowed) return
        void health.allow(true)
        if (isMeasuring) return
        isMeasuring = true
        const report = (vitals: Vital[]) => void health.vitals(vitals)
        // If the library cannot be downloaded, the speed is not measured.
        measureVitals({ page: document, route, report }).catch(() => undefined)
      }
      return (isAllowed: boolean): void => {
        isMeasuringAllowed = isAllowed
        if (isAllowed) whenIdle(window, begin)
        else void health.allow(false)
      }
    },
  }
}
