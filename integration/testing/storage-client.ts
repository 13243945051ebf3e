import {
  ana,
  bucket,
  credentials,
  region,
  type RunningStore,
} from '../../sandbox/object-store/testing/running-store.ts'
import { ok } from '../../src/lib/result.ts'
import { createChecksum } from '../../src/workers/upload/files/checksum.ts'
import type { CredentialsSource } from '../../src/uploads/contract.ts'
import { createStorage } from '../../src/workers/upload/storage/create-storage.ts'
import { createCredentials } from '../../src/workers/upload/transport/credentials.ts'
import { createSender } from '../../src/workers/upload/transport/create-sender.ts'
import type { SignedRequest } from '../../src/workers/upload/transport/xhr-handler.ts'

type Signed = Omit<SignedRequest, 'body'> & { body?: Blob }

/** Replaces the store's response to a request. Undefined leaves the response to the store. */
export type Fault = (request: { method: string; url: URL }) => Response | 'never' | undefined

const addressOf = ({ protocol, hostname, port, path, query }: Signed) => {
  const pairs = Object.entries(query).map(([name, value]) => [name, String(value ?? '')])
  return new URL(`${protocol}//${hostname}:${port}${path}?${new URLSearchParams(pairs)}`)
}

const named = (name: string) => Object.assign(new Error(name), { name })

/** Headers that `fetch` sets itself or does not support. */
const own = new Set(['host', 'content-length', 'expect'])

/** Sends the SDK's requests as the app's own handler does, with Node's `fetch`. */
const createFetchHandler = (sent: string[], fault: Fault) => ({
  handle: async (signed: Signed, options: { abortSignal?: unknown; onProgress?: unknown } = {}) => {
    const { method, body } = signed
    const abortSignal = options.abortSignal instanceof AbortSignal ? options.abortSignal : undefined
    const headers = Object.entries(signed.headers).filter(([name]) => !own.has(name.toLowerCase()))
    const url = addressOf(signed)
    sent.push(`${method} ${signed.path}${url.search}`)
    const planned = fault({ method, url })
    const result =
      planned === 'never'
        ? await new Promise<never>((_, reject) =>
            abortSignal?.addEventListener('abort', () => reject(named('AbortError'))),
          )
        : (planned ??
          (await fetch(url, { method, headers, body: body ?? null, signal: abortSignal ?? null }).catch(
            () => {
              throw named(abortSignal?.aborted ? 'AbortError' : 'Unreachable')
            },
          )))
    if (typeof options.onProgress === 'function') options.onProgress((body?.size ?? 0) + 1)
    const stream = result.body ?? new Blob().stream()
    return {
      response: { statusCode: result.status, headers: Object.fromEntries(result.headers), body: stream },
    }
  },
  updateHttpClientConfig: () => undefined,
  httpHandlerConfigs: () => ({}),
})

type Options = {
  identityId?: string
  fault?: Fault
  source?: CredentialsSource
  bucket?: string
  now?: () => number
}

const hour = 3_600_000

/**
 * The storage client as the upload worker creates it, for a running store. Also returns the client's log
 * messages and its requests.
 */
export const openStorage = (store: Pick<RunningStore, 'endpoint'>, options: Options = {}) => {
  const { identityId = ana, fault = () => undefined, now = Date.now } = options
  const issue: CredentialsSource = async () =>
    ok({ identityId, ...credentials.issue(identityId, now() + hour) })
  const logged: string[] = []
  const sent: string[] = []
  const log = {
    warn: (message: string) => void logged.push(message),
    error: (message: string) => void logged.push(message),
  }
  const own = createCredentials(options.source ?? issue, now)
  own.setCustomer('coach')
  const sender = createSender({
    address: { region, bucket, endpoint: store.endpoint },
    credentials: own,
    requestHandler: createFetchHandler(sent, fault),
    now,
    log,
  })
  const storage = createStorage({
    bucket: options.bucket ?? bucket,
    sender,
    credentials: own,
    checksum: createChecksum(),
    log,
    now,
    // Smaller than S3's 5 GiB and our 512 MiB. The store itself requires parts of at least 5 MiB.
    copyLimits: { whole: 6_000_000, part: 5_242_880 },
  })
  return { storage, logged, sent }
}
