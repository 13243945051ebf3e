import {
  ana,
  bucket,
  credentials,
  region,
  type RunningStore,
} from '../../sandbox/object-store/testing/running-store.ts'
import { ok } from '../../src/lib/result.ts'
import { createComputeChecksum } from '../../src/workers/upload/files/checksum.ts'
import type { CredentialsSource } from '../../src/uploads/contract.ts'
import { createStorage } from '../../src/workers/upload/storage/create-storage.ts'
import { createCredentials } from '../../src/workers/upload/transport/credentials.ts'
import { createSender } from '../../src/workers/upload/transport/create-sender.ts'
import type { SignedRequest } from '../../src/workers/upload/transport/xhr-handler.ts'

type Signed = Omit<SignedRequest, 'body'> & { body?: Blob }

/** Replaces the response of the object store to a request. Undefined leaves the response to the object store. */
export type Fault = (request: { method: string; url: URL }) => Response | 'never' | undefined

const toUrl = ({ protocol, hostname, port, path, query }: Signed) => {
  const pairs = Object.entries(query).map(([name, value]) => [name, String(value ?? '')])
  return new URL(`${protocol}//${hostname}:${port}${path}?${new URLSearchParams(pairs)}`)
}

const errorNamed = (name: string) => Object.assign(new Error(name), { name })

/** Headers that `fetch` sets itself or does not support. */
const unsupportedHeaders = new Set(['host', 'content-length', 'expect'])

/** Sends the SDK's requests as the app's own handler does, with Node's `fetch`. */
const createFetchHandler = (sent: string[], fault: Fault) => ({
  handle: async (signed: Signed, options: { abortSignal?: unknown; onProgress?: unknown } = {}) => {
    const { method, body } = signed
    const abortSignal = options.abortSignal instanceof AbortSignal ? options.abortSignal : undefined
    const headers = Object.entries(signed.headers).filter(
      ([name]) => !unsupportedHeaders.has(name.toLowerCase()),
    )
    const url = toUrl(signed)
    sent.push(`${method} ${signed.path}${url.search}`)
    const faultResponse = fault({ method, url })
    const result =
      faultResponse === 'never'
        ? await new Promise<never>((_, reject) =>
            abortSignal?.addEventListener('abort', () => reject(errorNamed('AbortError'))),
          )
        : (faultResponse ??
          (await fetch(url, { method, headers, body: body ?? null, signal: abortSignal ?? null }).catch(
            () => {
              throw errorNamed(abortSignal?.aborted ? 'AbortError' : 'Unreachable')
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

const hourMs = 3_600_000

/**
 * The storage client as the upload worker creates it, for a running object store. Also returns the client's log
 * messages and its requests.
 */
export const openStorage = (store: Pick<RunningStore, 'endpoint'>, options: Options = {}) => {
  const { identityId = ana, fault = () => undefined, now = Date.now } = options
  const issue: CredentialsSource = async () =>
    ok({ identityId, ...credentials.issue(identityId, now() + hourMs) })
  const logged: string[] = []
  const sent: string[] = []
  const log = {
    warn: (message: string) => void logged.push(message),
    error: (message: string) => void logged.push(message),
  }
  const credentialsStore = createCredentials(options.source ?? issue, now)
  credentialsStore.setCustomer('coach')
  const sender = createSender({
    bucketConfig: { region, bucket, endpoint: store.endpoint },
    credentials: credentialsStore,
    requestHandler: createFetchHandler(sent, fault),
    now,
    log,
  })
  const storage = createStorage({
    bucket: options.bucket ?? bucket,
    sender,
    credentials: credentialsStore,
    computeChecksum: createComputeChecksum(),
    log,
    now,
    // Smaller than S3's 5 GiB and our 512 MiB. The object store itself requires parts of at least 5 MiB.
    copyLimits: { maxSingleCopyBytes: 6_000_000, copyPartBytes: 5_242_880 },
  })
  return { storage, logged, sent }
}
