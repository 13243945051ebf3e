import { shareTargetPath, shareField, maxSharedFiles } from '../config/share-target.ts'
import { isTimeout } from '../lib/async/time-limit.ts'
import type { Log } from '../platform/log.ts'
import type { SharedFiles, ShareFailures } from '../uploads/shared-files.ts'
import type { StoreSharedFile } from '../uploads/store-shared-file.ts'
import { readMultipart } from './read-multipart.ts'

type Deps = {
  store: StoreSharedFile
  /** Shared files that the coach has not accepted or rejected yet. */
  waiting: SharedFiles['waiting']
  /** Stores a note for the page, which shows it to the coach. */
  failed: ShareFailures['happened']
  newId: () => string
  log: Log
}

/** Whether a request brings files that another app shared: the only POST that the service worker handles. */
export const isShare = ({ method, url }: Pick<Request, 'method' | 'url'>, origin: string): boolean => {
  const address = new URL(url)
  return method === 'POST' && address.origin === origin && address.pathname === shareTargetPath
}

const originOf = (address: string): string => {
  try {
    return new URL(address).origin
  } catch {
    return 'null'
  }
}

/**
 * Whether a page of another site posted the form. A share from an app has neither origin nor referrer. A page
 * that hides its own looks the same, so the coach is asked about every shared file (docs/decisions/016).
 */
const isForeign = ({ headers, referrer, url }: Request): boolean =>
  [headers.get('Origin') ?? '', referrer].some((sender) => {
    const origin = originOf(sender)
    return origin !== 'null' && origin !== new URL(url).origin
  })

const framed: ReadonlySet<RequestDestination> = new Set(['iframe', 'frame', 'embed', 'object'])

/** A share opens the app. A page can send a form into its own frame without a tap, any number of times. */
const isFramed = ({ destination }: Request): boolean => framed.has(destination)

/** Stores the files that may be shared. Resolves to whether all files were stored. */
const storeAll = async ({ body, headers }: Request, { store, waiting, newId }: Deps): Promise<boolean> => {
  if (!body) return true
  let count = (await waiting()).length
  let isWhole = true
  for await (const { name, fileName, type, body: content } of readMultipart(
    body,
    headers.get('Content-Type') ?? '',
  )) {
    if (name !== shareField || !fileName) continue
    const isStored =
      count < maxSharedFiles && (await store({ id: newId(), name: fileName, type, body: content }))
    if (isStored) count++
    else isWhole = false
  }
  return isWhole
}

/**
 * Stores the shared files and redirects to Files, where the coach is asked about them. It needs no
 * connection. Files that arrived before a failure stay.
 */
export const createShareReceiver =
  (deps: Deps) =>
  async (request: Request): Promise<Response> => {
    const { log, failed } = deps
    try {
      if (isForeign(request) || isFramed(request)) log.warn('A page of another site tried to share files')
      else if (!(await storeAll(request, deps))) await failed('left-out')
    } catch (error) {
      log.error('Shared files could not be stored', { error: String(error) })
      await failed(isTimeout(error) ? 'held-up' : 'full').catch(() => undefined)
    }
    return Response.redirect(new URL('/files', request.url).href, 303)
  }
