import type { QueryClient } from '@tanstack/react-query'
import type { Track } from '../../analytics/track.ts'
import type { Env } from '../../config/env.ts'
import { dropFromListings, createListingUpdates } from '../../features/files/listing/listing-query.ts'
import { fail } from '../../lib/result.ts'
import type { Browser } from '../../platform/create-browser.ts'
import { followLaunches } from '../../platform/launch-queue.ts'
import type { Log } from '../../platform/log.ts'
import { createLostShare } from '../../platform/lost-share.ts'
import type { AuthFailure } from '../../session/auth-failure.ts'
import type { Session } from '../../session/session.ts'
import { finishEarlierDeletions } from '../../stored-files/deletions/delete-files.ts'
import {
  createDeletionRecords,
  createDeletionTabs,
  type PendingDeletion,
} from '../../stored-files/deletions/deletion-records.ts'
import { createDeletions, type OpenDeletions } from '../../stored-files/deletions/deletions.ts'
import type { PageUploads } from '../../uploads/contract.ts'
import { createArrivals } from '../../uploads/create-arrivals.ts'
import { createUploadClient } from '../../uploads/create-upload-client.ts'
import { createSharedFiles, createShareFailures } from '../../uploads/shared-files.ts'
import { trackUploads } from '../track-actions.ts'
import { changePersisted } from './create-queries.ts'
import { createDeviceScreen } from './device-screen.ts'

type UploadsDeps = {
  browser: Browser
  env: Env
  session: Session
  queries: QueryClient
  track: Track
  /** Listens to the messages that a worker sends in addition to the results of its calls. */
  followWorker: (worker: Worker) => void
  log: Log
}

/** Failures that signing in again resolves. All other reasons for missing credentials are temporary. */
const fixedBySignIn: ReadonlySet<AuthFailure['message']> = new Set([
  'error.signInNeeded',
  'errorMessage.sessionExpired',
  'error.endedElsewhere',
  'error.otherCustomer',
])

/** Creates the upload client of this tab. While it uploads, it keeps the screen on. */
const createClient = ({ browser, env, session, track, followWorker }: UploadsDeps) =>
  createUploadClient({
    createWorker: () => {
      const worker = new Worker(new URL('../../workers/upload/upload.worker.ts', import.meta.url), {
        type: 'module',
      })
      followWorker(worker)
      return worker
    },
    wrapClient: (client) => trackUploads(client, track),
    page: browser.pageCache,
    bucketConfig: env.storage,
    credentials: async (customerId) => {
      const result = await session.requestStorageCredentials(customerId)
      if (result.ok) return result
      const { message } = result.error
      if (fixedBySignIn.has(message)) return fail('sign-in-needed')
      return fail(message === 'error.providerUnavailable' ? 'provider-away' : 'offline')
    },
    customer: {
      current: session.customer,
      subscribe: session.subscribe,
    },
    screen: createDeviceScreen(),
    // Most visits upload nothing. If the script cannot be loaded, the file has no thumbnail.
    createThumbnail: (file) =>
      import('../../uploads/thumbnail.ts').then(
        ({ createThumbnail }) => createThumbnail(file),
        () => undefined,
      ),
  })

/** Deletes stored files. The requests (`keepalive`) continue when the page is left. */
const createFileDeletions = ({ browser, queries, track, log }: UploadsDeps, client: PageUploads) => {
  /** Sends and receives messages about deletions between the tabs of this browser. */
  const tabs = createDeletionTabs(new BroadcastChannel('deletions'))
  // Another tab has deleted files. Drops them also from lists that are not displayed now, because a screen
  // may show these lists from memory later.
  tabs.listen((message) => {
    if (message.kind === 'gone') dropFromListings(queries, message.customer, message.files)
  })
  const values = browser.keyValues('queries')
  /**
   * Drops deleted files from the stored lists first, and then from those in memory. In the opposite order, a
   * list that is being read from storage could bring the files back into memory.
   */
  const dropFromAllListings = (customerId: string) => async (files: readonly PendingDeletion[]) => {
    const storedChanges = createListingUpdates(customerId, files).map(({ queryKey, change }) =>
      changePersisted(values, queryKey, change),
    )
    await values
      .withTimeLimit(Promise.all(storedChanges))
      .catch((error: unknown) =>
        log.warn('A saved list of files still contains a deleted file', { reason: String(error) }),
      )
    dropFromListings(queries, customerId, files)
    tabs.post({ kind: 'gone', customer: customerId, files: [...files] })
  }
  const createDeps = (customerId: string) => ({
    onDeleted: dropFromAllListings(customerId),
    storage: client.forCustomer(customerId).storage,
    records: createDeletionRecords({
      values: browser.keyValues('drafts'),
      locks: browser.locks,
      customer: customerId,
      tabId: browser.newId(),
    }),
  })
  const sendDelete = async (url: string) => {
    const init = { method: 'DELETE', keepalive: true }
    const isDone = await browser.fetch(url, init).then(
      ({ status }) => status === 204,
      () => false,
    )
    if (isDone) void track('file_deleted', {})
    return isDone
  }
  return {
    openDeletions: (customerId: string, callbacks: Parameters<OpenDeletions>[0]) =>
      createDeletions({
        ...createDeps(customerId),
        ...callbacks,
        customer: customerId,
        tabs,
        sendDelete,
        isVisible: () => document.visibilityState === 'visible',
      }),
    /** Completes the deletions that earlier visits of a customer left unfinished. */
    finishDeletions: (customerId: string) => finishEarlierDeletions(createDeps(customerId)),
  }
}

/** Uploads and deletes files, and accepts files that arrive from outside the app. */
export const createUploads = (deps: UploadsDeps) => {
  const { browser, session, log } = deps
  const { storage, lockManager } = browser
  const client = createClient(deps)
  const failures = createShareFailures(browser.keyValues('device'))
  const lostShare = createLostShare(window)
  const arrivals = createArrivals({
    // A browser without an origin private file system has no shared files.
    shared: storage ? createSharedFiles(storage, lockManager) : { listWaiting: async () => [] },
    failures: { take: async () => (lostShare.take() ? 'lost' : failures.take()) },
    // If the coach has signed out meanwhile, the empty id makes the client refuse the files (`signed-out`).
    // Opened files are added after the next sign-in, and shared files are offered again.
    uploads: { add: (to, files) => client.forCustomer(session.customer() ?? '').add(to, files) },
    session: { status: () => session.state().status, subscribe: session.subscribe },
    log,
  })
  followLaunches(window, arrivals.open)
  return { client, arrivals, ...createFileDeletions(deps, client) }
}
