import { maxSharedFiles, shareField, shareTargetPath } from '../config/share-target.ts'
import { isTimeout } from '../lib/async/time-limit.ts'
import type { Log } from '../platform/log.ts'
import type { SharedFiles, ShareFailures } from '../uploads/shared-files.ts'
import type { StoreSharedFile } from '../uploads/store-shared-file.ts'
import { readMultipart } from './read-multipart.ts'

type Deps = {
  storeFile: StoreSharedFile
  /** Lists the shared files that the coach has not accepted or rejected yet. */
  listWaiting: SharedFiles['listWaiting']
  /** Records a failure for the page, which shows it to the coach. */
  recordFailure: ShareFailures['record']
  newId: () => string
  log: Log
}

/** Whether a request brings files that another app shared: the only POST that the service worker handles. */
export const isShare = ({ method, url }: Pick<Request, 'method' | 'url'>, origin: string): boolean => {
  const { origin: requestOrigin, pathname } = new URL(url)
  return method === 'POST' && requestOrigin === origin && pathname === shareTargetPath
}

/** The origin of a URL. Like a browser, writes the origin of something else as 'null'. */
const parseOrigin = (url: string): string => {
  try {
    return new URL(url).origin
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
    const origin = parseOrigin(sender)
    return origin !== 'null' && origin !== new URL(url).origin
  })

const frameDestinations: ReadonlySet<RequestDestination> = new Set(['iframe', 'frame', 'embed', 'object'])

/**
 * Whether a page posted the form into a frame. A share opens the app in a window of its own, whereas a page
 * can post into its own frame without a tap, any number of times.
 */
const isForFrame = ({ destination }: Request): boolean => frameDestinations.has(destination)

/** Stores the files that may be shared. Resolves to whether all files were stored. */
const storeAll = async (
  { body, headers }: Request,
  { storeFile, listWaiting, newId }: Deps,
): Promise<boolean> => {
  if (!body) return true
  let count = (await listWaiting()).length
  let areAllStored = true
  for await (const { name, fileName, type, body: content } of readMultipart(
    body,
    headers.get('Content-Type') ?? '',
  )) {
    if (name !== shareField || !fileName) continue
    const isStored =
      count < maxSharedFiles && (await storeFile({ id: newId(), name: fileName, type, body: content }))
    if (isStored) count++
    else areAllStored = false
  }
  return areAllStored
}

/**
 * Stores the shared files and redirects to Files, where the coach is asked about them. It needs no
 * connection. Files that arrived before a failure stay.
 */
export const createShareReceiver =
  (deps: Deps) =>
  async (request: Request): Promise<Response> => {
    const { log, recordFailure } = deps
    try {
      if (isForeign(request) || isForFrame(request)) log.warn('A page of another site tried to share files')
      else if (!(await storeAll(request, deps))) await recordFailure('left-out')
    } catch (error) {
      log.error('Shared files could not be stored', { error: String(error) })
      // A full device cannot record the failure either: the files are missing, and nothing else is wrong.
      await recordFailure(isTimeout(error) ? 'held-up' : 'full').catch(() => undefined)
    }
    return Response.redirect(new URL('/files', request.url).href, 303)
  }
