import { proxy } from 'comlink'
import { followRejections } from '../../health/follow-errors.ts'
import { createBrowser } from '../../platform/create-browser.ts'
import { consoleLog } from '../../platform/log.ts'
import { createSharedFiles } from '../../uploads/shared-files.ts'
import { createDeferred } from '../../lib/async/deferred.ts'
import { ok } from '../../lib/result.ts'
import { sha256 } from '../../lib/sha256.ts'
import { createChecksum } from './files/checksum.ts'
import type { UploadWorkerEntry, WorkerNews } from '../../uploads/contract.ts'
import type { Repair } from '../../uploads/outcome-of.ts'
import { createConnection } from './network/connection.ts'
import { createEngine } from './queue/create-engine.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { createFileCopies } from './files/file-copies.ts'
import { createNetworkGate, type NetworkInformation } from './network/create-network-gate.ts'
import { createStorage } from './storage/create-storage.ts'
import { createUploadStore } from './task/upload-store.ts'
import { createSharedUploads } from './tabs/create-shared-uploads.ts'
import { createCredentials } from './transport/credentials.ts'
import { createSender } from './transport/create-sender.ts'
import { createTransport } from './transport/create-transport.ts'
import { createXhrHandler } from './transport/xhr-handler.ts'

/** ms for the response to a probe; a later response counts as none. */
const probeTime = 5000

/**
 * Whether anything responds at the address of the object store. The content of the response does not matter.
 */
const createProbe = (address: string) => async (): Promise<boolean> => {
  const signal = AbortSignal.timeout(probeTime)
  return fetch(address, { method: 'HEAD', mode: 'no-cors', cache: 'no-store', signal }).then(
    () => true,
    () => false,
  )
}

/** Absent in Safari and Firefox, and missing from TypeScript's types. */
const networkInformation = (): NetworkInformation | undefined =>
  'connection' in navigator && navigator.connection instanceof EventTarget ? navigator.connection : undefined

const report = (news: WorkerNews): void => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one page
  self.postMessage(news)
}

/** The part of an error that can be sent to another thread, whatever was thrown. */
const serializable = (thrown: unknown) => ({
  message: thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : typeof thrown,
  stack: thrown instanceof Error ? (thrown.stack ?? '') : '',
})

/** Assembles everything that the worker offers. */
export const createUploadWorker: UploadWorkerEntry['open'] = (address, source, listener) => {
  const { bucket, region, endpoint = `https://${bucket}.s3.${region}.amazonaws.com` } = address
  const browser = createBrowser(self)
  const { lockManager, newId, now, sleep } = browser
  followRejections(self, (thrown) => report({ rejected: serializable(thrown) }))
  const clock: Clock = { now, elapsed: () => performance.now(), sleep }
  const credentials = createCredentials(source, now)
  const checksum = createChecksum()
  const onRepair = (repair: Repair) => report({ repair })
  const sender = createSender({ address, credentials, requestHandler: createXhrHandler(), now, onRepair })
  const transport = createTransport(sender, bucket)
  const connection = createConnection(createProbe(`${endpoint}/`), clock)
  for (const hint of ['online', 'offline']) self.addEventListener(hint, () => void connection.checkLost())
  const taken = createDeferred<void>()
  const uploads = createSharedUploads({
    channel: new BroadcastChannel('breaking-barriers-uploads'),
    locks: lockManager,
    clock,
    onTaken: () => taken.resolve(),
    listener,
    newId,
    credentials,
    createEngine: (publish) =>
      createEngine({
        transport,
        bucket,
        store: createUploadStore(browser.database, consoleLog, () => taken.resolve()),
        copies: createFileCopies(navigator.storage, createSharedFiles(navigator.storage, lockManager)),
        connection,
        network: createNetworkGate({
          connection: networkInformation(),
          values: browser.keyValues('device'),
          log: consoleLog,
        }),
        clock,
        log: consoleLog,
        setCustomer: credentials.setCustomer,
        identityId: async () => {
          const present = await credentials.get()
          return present.ok ? ok(present.value.identityId) : present
        },
        random: () => Math.random(),
        newId,
        checksum,
        digest: sha256,
        publish,
        onStatus: (status) => report({ status }),
        onRepair,
      }),
  })
  self.addEventListener('online', () => void uploads.tryAgain())
  return proxy({
    ...uploads,
    taken: () => taken.promise,
    storage: proxy(createStorage({ bucket, sender, credentials, checksum, now, log: consoleLog })),
  })
}
