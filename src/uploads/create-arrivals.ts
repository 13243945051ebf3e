import type { Log } from '../platform/log.ts'
import type { AddOutcome, ChosenFile } from './commands.ts'
import type { UploadClient } from './contract.ts'
import type { SharedFile, SharedFiles, ShareFailure } from './shared-files.ts'

/** What happened to files that came from outside the app: shared by another app, or opened with this one. */
export type Arrival =
  | { kind: 'added'; files: ChosenFile[]; outcomes: AddOutcome[] }
  /** They wait for a sign-in. */
  | { kind: 'waiting'; count: number }
  /** They could not be stored. */
  | { kind: 'failed' }

export type Arrivals = {
  /** Takes what arrived before and what arrives from now on; the listener hears of each once. */
  follow: (listener: (arrival: Arrival) => void) => () => void
  /** Takes files that the system opened with the app. */
  open: (files: ChosenFile[]) => void
}

type Deps = {
  shared: Pick<SharedFiles, 'waiting'>
  failure: Pick<ShareFailure, 'take'>
  uploads: Pick<UploadClient, 'add'>
  session: {
    status: () => 'authenticating' | 'authenticated' | 'anonymous'
    subscribe: (listener: () => void) => () => void
  }
  log: Log
}

type Arriving = { chosen: ChosenFile } & Pick<SharedFile, 'handOver'>

const arriving = ({ file, handle, handOver }: SharedFile): Arriving => ({
  chosen: { file, handle },
  handOver,
})

/** The worker broke, or nobody is signed in any more: the file is added another time. */
const isLeft = (outcome: AddOutcome | undefined): boolean =>
  outcome?.ok === false && (outcome.error.refusal === 'broken' || outcome.error.refusal === 'signed-out')

/** Puts arriving files into the queue of the signed-in customer, as private files. */
export const createArrivals = ({ shared, failure, uploads, session, log }: Deps): Arrivals => {
  let opened: Arriving[] = []
  let reported = 0
  let report: Parameters<Arrivals['follow']>[0] | undefined
  let running: Promise<void> = Promise.resolve()

  const add = async (arrived: Arriving[]) => {
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
    if (await failure.take()) report({ kind: 'failed' })
    const arrived = [...opened, ...(await shared.waiting()).map(arriving)]
    if (arrived.length === 0) return
    if (status === 'authenticated') return add(arrived)
    if (arrived.length !== reported) report({ kind: 'waiting', count: arrived.length })
    reported = arrived.length
  }

  const takeNext = () => {
    running = running
      .then(take)
      .catch((error: unknown) => log.error('Shared files could not be taken', { error: String(error) }))
  }

  return {
    open: (files) => {
      opened.push(...files.map((chosen) => ({ chosen, handOver: async () => undefined })))
      takeNext()
    },
    follow: (listener) => {
      report = listener
      takeNext()
      const unsubscribe = session.subscribe(takeNext)
      return () => {
        report = undefined
        unsubscribe()
      }
    },
  }
}
