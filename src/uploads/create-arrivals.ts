import { createTaskQueue } from '../lib/async/task-queue.ts'
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
  /** Some or all files that another app shared could not be stored. */
  | { kind: 'failed'; cause: ShareFailure }

export type Arrivals = {
  /**
   * Starts to process files that have arrived or will arrive. The listener receives each arrival once.
   * Returns a function that stops.
   */
  follow: (listener: (arrival: Arrival) => void) => () => void
  /** Adds files that the system opened with the app, as soon as a coach is signed in. */
  open: (files: ChosenFile[]) => void
  /**
   * The shared files that the signed-in coach is asked about. None of them is sent before the coach accepts.
   */
  shared: () => readonly SharedFile[]
  subscribe: (listener: () => void) => () => void
  /** Adds the files that the coach was asked about to the uploads. */
  accept: () => Promise<void>
  /** Deletes the files that the coach was asked about. */
  discard: () => Promise<void>
}

type Deps = {
  shared: Pick<SharedFiles, 'listWaiting'>
  /** Why the last shared files could not be stored. `take` returns each failure once. */
  failures: Pick<ShareFailures, 'take'>
  uploads: Pick<UploadClient, 'add'>
  session: {
    status: () => 'authenticating' | 'authenticated' | 'anonymous'
    subscribe: (listener: () => void) => () => void
  }
  log: Log
}

/** A file to add. `markAsAdded` is called when it was added, or when adding it again would not help. */
type IncomingFile = { chosen: ChosenFile } & Pick<SharedFile, 'markAsAdded'>

/** Whether a file has to be added again later, because the worker broke or the customer has signed out. */
const shouldAddAgain = (outcome: AddOutcome | undefined): boolean =>
  outcome?.ok === false && (outcome.error.refusal === 'broken' || outcome.error.refusal === 'signed-out')

/** Creates a queue that runs one function at a time. It logs failures, and its promises never reject. */
const createLoggedQueue = (log: Log) => {
  const runInTurn = createTaskQueue()
  return (work: () => Promise<void>): Promise<void> =>
    runInTurn(work).catch((error: unknown) =>
      log.error('Shared files could not be taken', { error: String(error) }),
    )
}

/**
 * Adds arriving files to the queue of the signed-in customer, as private files. Files that the coach opened
 * with the app are added immediately. A shared file may come from any page (docs/decisions/016), so it waits
 * until the coach accepts it.
 */
export const createArrivals = ({ shared, failures, uploads, session, log }: Deps): Arrivals => {
  const runInTurn = createLoggedQueue(log)
  /** The shared files that the coach is asked about. */
  const offeredFiles = createStore<readonly SharedFile[]>([])
  /** Files that were opened with the app and are not uploads yet. */
  let openedFiles: IncomingFile[] = []
  /** The number of waiting files in the last report, which is not repeated for the same number. */
  let reportedCount = 0
  /** The listener of `follow`. While there is none, nothing is processed. */
  let report: Parameters<Arrivals['follow']>[0] | undefined

  const addFiles = async (incoming: IncomingFile[]) => {
    if (incoming.length === 0) return
    const files = incoming.map(({ chosen }) => chosen)
    const outcomes = await uploads.add({ level: 'private', folder: '' }, files)
    const settledFiles = new Set(incoming.filter((_, index) => !shouldAddAgain(outcomes[index])))
    openedFiles = openedFiles.filter((file) => !settledFiles.has(file))
    await Promise.all([...settledFiles].map(({ markAsAdded }) => markAsAdded()))
    report?.({ kind: 'added', files, outcomes })
  }

  /**
   * Reports a recorded failure, and counts the files that wait for a sign-in. With a signed-in coach, offers
   * the shared files and adds the opened ones.
   */
  const processArrivals = async () => {
    const status = session.status()
    if (!report || status === 'authenticating') return
    const cause = await failures.take()
    if (cause) report({ kind: 'failed', cause })
    const waiting = await shared.listWaiting()
    offeredFiles.set(status === 'authenticated' ? waiting : [])
    if (status === 'authenticated') return addFiles(openedFiles)
    const count = openedFiles.length + waiting.length
    if (count > 0 && count !== reportedCount) report({ kind: 'waiting', count })
    reportedCount = count
  }

  /**
   * Lists the files that the coach was asked about and that still wait. Another tab may have added or deleted
   * some of them, and other files may have arrived in the meantime.
   */
  const listOffered = async (): Promise<SharedFile[]> => {
    const ids = new Set(offeredFiles.get().map(({ id }) => id))
    return (await shared.listWaiting()).filter(({ id }) => ids.has(id))
  }

  return {
    open: (files) => {
      // The app has not stored these files, so it has nothing to mark.
      openedFiles.push(...files.map((chosen) => ({ chosen, markAsAdded: async () => undefined })))
      void runInTurn(processArrivals)
    },
    follow: (listener) => {
      report = listener
      void runInTurn(processArrivals)
      const unsubscribe = session.subscribe(() => void runInTurn(processArrivals))
      return () => {
        report = undefined
        unsubscribe()
      }
    },
    shared: offeredFiles.get,
    subscribe: offeredFiles.subscribe,
    accept: () =>
      runInTurn(async () => {
        const files = await listOffered()
        await addFiles(
          files.map(({ file, handle, markAsAdded }) => ({ chosen: { file, handle }, markAsAdded })),
        )
        await processArrivals()
      }),
    discard: () =>
      runInTurn(async () => {
        await Promise.all((await listOffered()).map((file) => file.discard()))
        await processArrivals()
      }),
  }
}
