import { createDatabase } from '../../platform/database.ts'
import { consoleLog } from '../../platform/log.ts'
import { ok } from '../../lib/result.ts'
import { createChecksum } from './checksum.ts'
import type { StorageCalls, UploadCommands, UploadWorker } from './contract.ts'
import { createConnection } from './engine/connection.ts'
import { createEngine } from './engine/create-engine.ts'
import type { Clock } from './engine/ports.ts'
import { createUploadStore } from './store.ts'
import { createSharedUploads } from './tabs/create-shared-uploads.ts'
import { createCredentials } from './transport/credentials.ts'
import { createSender } from './transport/create-sender.ts'
import { createTransport } from './transport/create-transport.ts'
import { createStorageCalls } from './transport/storage-calls.ts'
import { createXhrHandler } from './transport/xhr-handler.ts'

type Opening = Parameters<UploadWorker['open']>

const clock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (ms <= 0 || signal?.aborted) return resolve()
      const end = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', end)
        resolve()
      }
      const timer = setTimeout(end, ms)
      signal?.addEventListener('abort', end)
    }),
}

const hexadecimal = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** ms for the answer to a probe: a slow answer is one */
const probeTime = 5000

/** Whether anything answers at the address of the object store; what it answers does not matter. */
const createProbe = (address: string) => async (): Promise<boolean> => {
  const signal = AbortSignal.timeout(probeTime)
  return fetch(address, { method: 'HEAD', mode: 'no-cors', cache: 'no-store', signal }).then(
    () => true,
    () => false,
  )
}

const compose = (...[address, source, listener]: Opening): UploadCommands & StorageCalls => {
  const { bucket, region, endpoint = `https://${bucket}.s3.${region}.amazonaws.com` } = address
  const { now } = clock
  const credentials = createCredentials(source, now)
  const sender = createSender({ address, credentials, requestHandler: createXhrHandler(), now })
  const transport = createTransport(sender, bucket)
  const connection = createConnection(createProbe(`${endpoint}/`), clock)
  for (const hint of ['online', 'offline']) self.addEventListener(hint, () => void connection.checkLost())
  const uploads = createSharedUploads({
    channel: new BroadcastChannel('breaking-barriers-uploads'),
    locks: navigator.locks,
    listener,
    newId: () => crypto.randomUUID(),
    createEngine: (publish) =>
      createEngine({
        transport,
        store: createUploadStore(createDatabase(indexedDB), consoleLog),
        connection,
        clock,
        log: consoleLog,
        identityId: async () => {
          const present = await credentials.get()
          return present.ok ? ok(present.value.identityId) : present
        },
        random: () => Math.random(),
        newId: () => crypto.randomUUID(),
        checksum: createChecksum(),
        digest: async (bytes) => hexadecimal(await crypto.subtle.digest('SHA-256', bytes)),
        publish,
      }),
  })
  return {
    ...uploads,
    ...createStorageCalls({ bucket, sender, credentials, transport, now }),
    session: (customer) => {
      credentials.forget()
      return uploads.session(customer)
    },
  }
}

/** Everything behind the worker's door. `open` must be the first call. */
export const createUploadWorker = (): UploadWorker => {
  let composed: (UploadCommands & StorageCalls) | undefined
  const opened = () => {
    if (!composed) throw new Error('The upload worker was called before it was opened')
    return composed
  }
  return {
    open: async (...opening) => {
      composed = compose(...opening)
    },
    add: (...args) => opened().add(...args),
    give: (...args) => opened().give(...args),
    command: (...args) => opened().command(...args),
    dismiss: (...args) => opened().dismiss(...args),
    first: (...args) => opened().first(...args),
    handleOf: (...args) => opened().handleOf(...args),
    session: (...args) => opened().session(...args),
    list: (...args) => opened().list(...args),
    head: (...args) => opened().head(...args),
    remove: (...args) => opened().remove(...args),
    downloadAddress: (...args) => opened().downloadAddress(...args),
  }
}
