import { proxy, wrap, type Remote } from 'comlink'
import type { Log } from '../../platform/log.ts'
import { fail, ok, type Result } from '../../lib/result.ts'
import type { CredentialsSource, StorageAddress, UploadChange, UploadWorker } from './contract.ts'

type Deps = {
  createWorker: () => Worker
  address: StorageAddress
  credentials: CredentialsSource
  /** Who is signed in when a worker starts. */
  session: () => string | undefined
  receive: (change: UploadChange) => void
  /** The worker broke; the next one starts by itself. */
  onBroken: () => void
  log: Log
  /** ms before the next worker: one whose script cannot be loaded does not keep the device busy */
  restartAfter: number
}

type Running = { remote: Remote<UploadWorker>; broken: Promise<void> }

export type WorkerLink = {
  isStarted: () => boolean
  /**
   * Starts the worker where there is none, and asks it. What a broken worker did not answer is asked of the next one,
   * once: every call can be done twice. It fails as `broken` where that breaks as well, or throws.
   */
  ask: <T>(call: (worker: Remote<UploadWorker>) => Promise<T>) => Promise<Result<T, 'broken'>>
}

/** The line to the upload worker, which outlives the worker itself. */
export const createWorkerLink = (deps: Deps): WorkerLink => {
  const { createWorker, address, credentials, session, receive, onBroken, log, restartAfter } = deps
  let running: Promise<Running> | undefined

  const start = (): Running => {
    const worker = createWorker()
    const remote = wrap<UploadWorker>(worker)
    const broken = new Promise<void>((resolve) => {
      // Its script could not be loaded, or it threw: a new one goes on from the saved tasks.
      worker.addEventListener('error', () => {
        worker.terminate()
        running = restart()
        onBroken()
        resolve()
      })
    })
    void remote.open(address, proxy(credentials), proxy(receive))
    void remote.session(session())
    return { remote, broken }
  }

  const restart = async () => {
    await new Promise((resolve) => setTimeout(resolve, restartAfter))
    return start()
  }

  const askOnce = async <T>(call: (worker: Remote<UploadWorker>) => Promise<T>) => {
    try {
      running ??= Promise.resolve(start())
      const { remote, broken } = await running
      return await Promise.race([call(remote).then(ok), broken.then(() => fail('broken' as const))])
    } catch (error) {
      log.error('The upload worker could not answer', { error: String(error) })
      return fail('broken' as const)
    }
  }

  return {
    isStarted: () => running !== undefined,
    ask: async (call) => {
      const answer = await askOnce(call)
      return answer.ok ? answer : askOnce(call)
    },
  }
}
