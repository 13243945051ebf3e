import { proxy } from 'comlink'
import { followRejections } from '../../health/follow-errors.ts'
import { createDeferred } from '../../lib/async/deferred.ts'
import { ok } from '../../lib/result.ts'
import { withTimeLimit } from '../../lib/async/time-limit.ts'
import { sha256 } from '../../lib/sha256.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { createBrowser } from '../../platform/create-browser.ts'
import { consoleLog } from '../../platform/log.ts'
import type {
  AutomaticRetry,
  CreateThumbnail,
  UploadChange,
  UploadWorkerEntry,
  WorkerMessage,
} from '../../uploads/contract.ts'
import { createSharedFiles } from '../../uploads/shared-files.ts'
import { createComputeChecksum } from './files/checksum.ts'
import { createFileCopies } from './files/file-copies.ts'
import { createConnection } from './network/connection.ts'
import { createNetworkGate, type NetworkInformation } from './network/create-network-gate.ts'
import { createEngine } from './queue/create-engine.ts'
import { createStorage } from './storage/create-storage.ts'
import { createSharedUploads } from './tabs/create-shared-uploads.ts'
import { createTaskDatabase } from './task/task-database.ts'
import { createCredentials } from './transport/credentials.ts'
import { createSender } from './transport/create-sender.ts'
import { createTransport } from './transport/create-transport.ts'
import { createXhrHandler } from './transport/xhr-handler.ts'

/** An upload does not wait longer for its thumbnail, because its page may be suspended. */
const thumbnailTimeoutMs = 5000

/** The time limit for the response to a probe (`createProbe`). */
const probeTimeoutMs = 5000

/**
 * Creates a function that finds out whether anything responds at the URL of the object store. The content of
 * the response does not matter.
 */
const createProbe = (url: string) => async (): Promise<boolean> => {
  const signal = AbortSignal.timeout(probeTimeoutMs)
  return fetch(url, { method: 'HEAD', mode: 'no-cors', cache: 'no-store', signal }).then(
    () => true,
    () => false,
  )
}

/**
 * Wraps the function of the page, so that it is called only for images and videos, and resolves to undefined
 * after a failure or the time limit.
 */
const limitThumbnail =
  (createThumbnail: CreateThumbnail, sleep: Clock['sleep']): CreateThumbnail =>
  async (file) => {
    if (!/^(?:image|video)\//.test(file.type)) return undefined
    const thumbnail = createThumbnail(file).catch(() => undefined)
    return withTimeLimit(thumbnail, thumbnailTimeoutMs, sleep)
  }

/** `navigator.connection`, which is absent in Safari and Firefox, and in TypeScript's types. */
const findNetworkInformation = (): NetworkInformation | undefined =>
  'connection' in navigator && navigator.connection instanceof EventTarget ? navigator.connection : undefined

/** Sends a message to the page. */
const report = (message: WorkerMessage): void => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one page
  self.postMessage(message)
}

/** Returns the message and the stack of a thrown value, because not every value can be sent to the page. */
const toErrorDetails = (thrown: unknown) => ({
  message: thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : typeof thrown,
  stack: thrown instanceof Error ? (thrown.stack ?? '') : '',
})

/**
 * Creates everything that the worker offers to its page: the commands of the uploads and the calls on stored
 * files. `credentialsSource` requests credentials from the page, `listener` receives every change of the
 * uploads, and `createThumbnail` runs in the page.
 */
export const createUploadWorker: UploadWorkerEntry['open'] = (
  bucketConfig,
  credentialsSource,
  listener,
  createThumbnail,
) => {
  const { bucket, region, endpoint = `https://${bucket}.s3.${region}.amazonaws.com` } = bucketConfig
  const browser = createBrowser(self)
  const { lockManager, newId, now, sleep } = browser
  followRejections(self, (thrown) => report({ rejected: toErrorDetails(thrown) }))
  const clock: Clock = { now, elapsed: () => performance.now(), sleep }
  const credentials = createCredentials(credentialsSource, now)
  const computeChecksum = createComputeChecksum()
  const onRetry = (retry: AutomaticRetry) => report({ retry })
  const sender = createSender({ bucketConfig, credentials, requestHandler: createXhrHandler(), now, onRetry })
  const transport = createTransport(sender, bucket)
  const connection = createConnection(createProbe(`${endpoint}/`), clock)
  // The browser's events may be wrong, so each of them only starts a check.
  for (const hint of ['online', 'offline']) self.addEventListener(hint, () => void connection.checkLost())
  const getIdentityId = async () => {
    const result = await credentials.get()
    return result.ok ? ok(result.value.identityId) : result
  }
  /** Resolves when another tab has taken over the uploads. */
  const takenOver = createDeferred<void>()
  const onTakenOver = () => takenOver.resolve()

  /** Called only if this tab becomes the owner of the uploads. */
  const createOwnEngine = (publish: (change: UploadChange) => void) =>
    createEngine({
      transport,
      bucket,
      database: createTaskDatabase(browser.database, consoleLog, onTakenOver),
      copies: createFileCopies(navigator.storage, createSharedFiles(navigator.storage, lockManager)),
      connection,
      network: createNetworkGate({
        networkInformation: findNetworkInformation(),
        values: browser.keyValues('device'),
        log: consoleLog,
      }),
      clock,
      log: consoleLog,
      setCustomer: credentials.setCustomer,
      getIdentityId,
      random: () => Math.random(),
      newId,
      computeChecksum,
      createThumbnail: limitThumbnail(createThumbnail, sleep),
      digest: sha256,
      publish,
      onStatus: (status) => report({ status }),
      onRetry,
    })

  const uploads = createSharedUploads({
    channel: new BroadcastChannel('breaking-barriers-uploads'),
    locks: lockManager,
    clock,
    onTakenOver,
    listener,
    newId,
    credentials,
    createEngine: createOwnEngine,
  })
  // A device that is online again may be in another network, where the object store itself answers.
  self.addEventListener('online', () => void uploads.tryAgain())
  return proxy({
    ...uploads,
    whenTakenOver: () => takenOver.promise,
    storage: proxy(createStorage({ bucket, sender, credentials, computeChecksum, now, log: consoleLog })),
  })
}
