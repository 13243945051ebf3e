import type { ErrorPlace, UploadOutcome, Vital } from '../../contract/product-api/health-api.ts'
import { createHealth } from '../../health/create-health.ts'
import { measureVitals } from '../../health/measure-vitals.ts'
import type { Browser } from '../../platform/create-browser.ts'
import { whenIdle } from '../../platform/when-idle.ts'
import { createCountUpload } from '../../sync-log/upload-counts.ts'
import { outcomeOf } from '../../uploads/outcome-of.ts'
import type { WorkerNews } from '../../uploads/worker-news.ts'
import { appVersion } from '../app-version.ts'

/** What a broken worker says of its error: it is ended before it could say more itself. */
const errorOf = ({ message, filename, lineno, colno }: ErrorEvent): Error =>
  Object.assign(new Error(message), { stack: `${filename}:${lineno}:${colno}` })

/** Counts how the app does in this tab. */
export const createPageHealth = (browser: Browser) => {
  const healthOf = (place: ErrorPlace) =>
    createHealth({
      values: browser.keyValues('health'),
      place,
      version: async () => appVersion(),
      origin: location.origin,
      now: browser.now,
    })
  const health = healthOf('page')
  const ofWorker = healthOf('worker')
  const countUpload = createCountUpload(browser.database)
  /** For operators where the person agreed to be measured; for admins, who look at this device, in any case. */
  const upload = (outcome: Omit<UploadOutcome, 'count'>): void => {
    void health.upload(outcome)
    void countUpload(outcome)
  }
  const onWorkerError = (event: Event): void => {
    // One without a message is of a script that could not be loaded, as without a connection.
    if (event instanceof ErrorEvent && event.message !== '') void ofWorker.error(errorOf(event))
  }
  return {
    error: health.error,
    /** Counts what the upload worker tells (`src/uploads/worker-news.ts`), and the error that ends it. */
    followWorker: (worker: Worker): void => {
      worker.addEventListener('message', ({ data }: MessageEvent<WorkerNews | object>) => {
        if ('rejected' in data)
          void ofWorker.error(Object.assign(new Error(data.rejected.message), data.rejected))
        const outcome = 'status' in data ? outcomeOf(data.status) : undefined
        if (outcome) upload(outcome)
        if ('repair' in data) upload(data.repair)
      })
      worker.addEventListener('error', onWorkerError)
    },
    /** Begins or ends the counting, as consent says. Nothing competes with the page for it; a no is obeyed at once. */
    follow: (route: () => string) => {
      let allowed = false
      let isMeasuring = false
      const begin = () => {
        if (!allowed) return
        void health.allow(true)
        if (isMeasuring) return
        isMeasuring = true
        const tell = (vitals: Vital[]) => void health.vitals(vitals)
        measureVitals({ page: document, route, tell }).catch(() => undefined)
      }
      return (isAllowed: boolean): void => {
        allowed = isAllowed
        if (isAllowed) whenIdle(window, begin)
        else void health.allow(false)
      }
    },
  }
}
