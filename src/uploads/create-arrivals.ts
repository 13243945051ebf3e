import { createStore } from '../lib/create-store.ts'
import type { Log } from '../platform/log.ts'
import type { AddOutcome, ChosenFile } from './commands.ts'
import type { UploadClient } from './contract.ts'
import type { SharedFile, SharedFiles, ShareFailure, ShareFailures } from './shared-files.ts'

/** What happened to files that came from outside the app: shared by another app, or opened with this app. */
export type Arrival =
  | { kind: 'added'; files: ChosenFile[]; outcomes: AddOutcome[] }
  /** The files wait for a sign-in. */
  | { kind: 'waiting'; count: number }
  /** Some or all files could not be stored. */
  | { kind: 'failed'; because: ShareFailure }

export type Arrivals = {
  /** Takes files that arrived before and that arrive from now on. The listener receives each arrival once. */
  follow: (listener: (arrival: Arrival) => void) => () => void
  /** Takes files that the system opened with the app. */
  open: (files: ChosenFile[]) => void
  /**
   * The shared files that the signed-in coach is asked about. None of them is sent before the coach accepts.
   */
  shared: () => readonly SharedFile[]
  subscribe: (listener: () => void) => () => void
  /** Adds the files that the coach was asked about; `discard` deletes them. */
  accept: () => Promise<void>
  discard: () => Promise<void>
}

type Deps = {
  shared: Pick<SharedFiles, 'waiting'>
  failures: Pick<ShareFailures, 'take'>
  uploads: Pick<UploadClient, 'add'>
  session: {
    status: () => 'authenticating' | 'authenticated' | 'anonymous'
    subscribe: (listener: () => void) => () => void
  }
  log: Log
}

type Arriving = { chosen: ChosenFile } & Pick<SharedFile, 'handOver'>

/** The worker broke, or the customer has signed out: the file is added another time. */
const isLeft = (outcome: AddOutcome | undefined): boolean =>
  outcome?.ok === false && (outcome.error.refusal === 'broken' || outcome.error.refusal === 'signed-out')

/** Runs one task after the other, and logs failures. */
const createTurns = (log: Log) => {
  let running: Promise<void> = Promise.resolve()
  return (work: () => Promise<void>): Promise<void> => {
    running = running
      .then(work)
      .catch((error: unknown) => log.error('Shared files could not be taken', { error: String(error) }))
    return running
  }
}

/**
 * Adds arriving files to the queue of the signed-in customer, as private files. The coach chose the files
 * that were opened with the app. A shared file may come from any page (docs/decisions/016), so it waits for
 * the coach's consent.
 */
export const createArrivals = ({ shared, failures, uploads, session, log }: Deps): Arrivals => {
  const inTurn = createTurns(log)
  const asked = createStore<readonly SharedFile[]>([])
  let opened: Arriving[] = []
  let reported = 0
  let report: Parameters<Arrivals['follow']>[0] | undefined

  const add = async (arrived: Arriving[]) => {
    if (arrived.length === 0) return
    const files = arrived.map(({ chosen }) => chosen)
    const outcomes = await uploads.add({ level: 'private', folder: '' }, files)
    const taken = new Set(arrived.filter((_, index) => !isLeft(outcomes[index])))
    opened = opened.filter((one) => !taken.has(one))
    await Promise.all([...taken].map(({ handOver }) => handOver()))
    report?.({ kind: 'added', files, outcomes })
  }

  const take = async () => {
    const status = session.status()
    if (!report || status === 'authenticating') return
    const because = await failures.take()
    if (because) report({ kind: 'failed', because })
    const waiting = await shared.waiting()
    asked.set(status === 'authenticated' ? waiting : [])
    if (status === 'authenticated') return add(opened)
    const count = opened.length + waiting.length
    if (count > 0 && count !== reported) report({ kind: 'waiting', count })
    reported = count
  }

  /**
   * The files that the coach was asked about and that still wait: another tab may have handled some, and more
   * may have arrived since.
   */
  const consented = async (): Promise<SharedFile[]> => {
    const ids = new Set(asked.get().map(({ id }) => id))
    return (await shared.waiting()).filter(({ id }) => ids.has(id))
  }

  return {
    open: (files) => {
      opened.push(...files.map((chosen) => ({ chosen, handOver: async () => undefined })))
      void inTurn(take)
    },
    follow: (listener) => {
      report = listener
      void inTurn(take)
      const unsubscribe = session.subscribe(() => void inTurn(take))
      return () => {
        report = undefined
        unsubscribe()
      }
    },
    shared: asked.get,
    subscribe: asked.subscribe,
    accept: () =>
      inTurn(async () => {
        const files = await consented()
        await add(files.map(({ file, handle, handOver }) => ({ chosen: { file, handle }, handOver })))
        await take()
      }),
    discard: () =>
      inTurn(async () => {
        await Promise.all((await consented()).map((file) => file.discard()))
        await take()
      }),
  }
}
