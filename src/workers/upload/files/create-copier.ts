import { wrap, type Remote } from 'comlink'
import type { copyFile, CopyFailure } from './copy-file.ts'

type Running = { worker: Worker; copy: Remote<typeof copyFile>; broken: Promise<CopyFailure> }
type Copier = (id: string, file: File, signal: AbortSignal) => Promise<CopyFailure | 'aborted' | undefined>

const start = (): Running => {
  const worker = new Worker(new URL('./copy.worker.ts', import.meta.url), { type: 'module' })
  const broken = new Promise<CopyFailure>((resolve) => {
    worker.addEventListener('error', () => resolve('unsupported'), { once: true })
  })
  return { worker, copy: wrap<typeof copyFile>(worker), broken }
}

/**
 * Copies files in a worker of their own: writing to the disk holds a thread, and that of the upload must stay free. To
 * end a copy the worker is ended; the next copy starts another.
 */
export const createCopier = (): Copier => {
  let running: Running | undefined

  const end = () => {
    running?.worker.terminate()
    running = undefined
  }

  return async (id, file, signal) => {
    if (signal.aborted) return 'aborted'
    const { copy, broken } = (running ??= start())
    const aborted = new Promise<'aborted'>((resolve) => {
      signal.addEventListener('abort', () => resolve('aborted'), { once: true })
    })
    const outcome = await Promise.race([copy(id, file), aborted, broken])
    if (outcome === 'aborted' || outcome === 'unsupported') end()
    return outcome
  }
}
