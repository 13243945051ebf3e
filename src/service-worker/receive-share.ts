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

/** Whether a request contains files that another app shared. */
export const isShare = ({ method, url }: Pick<Request, 'method' | 'url'>, origin: string): boolean => {
  const { origin: requestOrigin, pathname } = new URL(url)
  return method === 'POST' && requestOrigin === origin && pathname === shareTargetPath
}

/** Returns the origin of a URL; 'null' for a string that is not a URL, as in browsers. */
const parseOrigin = (url: string): string => {
  try {
    return new URL(url).origin
  } catch {
    return 'null'
  }
}

/**
 * Whether a page of another site posted the form. A share from an app has neither origin nor referrer, but a
 * page can also hide them, so the coach is asked about every shared file (docs/decisions/016).
 */
const isFromOtherSite = ({ headers, referrer, url }: Request): boolean =>
  [headers.get('Origin') ?? '', referrer].some((sender) => {
    const origin = parseOrigin(sender)
    return origin !== 'null' && origin !== new URL(url).origin
  })

const frameDestinations: ReadonlySet<RequestDestination> = new Set(['iframe', 'frame', 'embed', 'object'])

/**
 * Whether a page posted the form into a frame. A share always opens the app in its own tab, whereas a page
 * can post into a frame repeatedly and without a tap by the user.
 */
const isForFrame = ({ destination }: Request): boolean => frameDestinations.has(destination)

/** Stores the shared files of a request. Resolves to false if at least one was not stored. */
const storeAll = async (
  { body, headers }: Request,
  { storeFile, listWaiting, newId }: Deps,
): Promise<boolean> => {
  if (!body) return true
  let waitingCount = (await listWaiting()).length
  let areAllStored = true
  const parts = readMultipart(body, headers.get('Content-Type') ?? '')
  for await (const { name, fileName, type, body: content } of parts) {
    // A form without a chosen file sends a file with an empty name.
    if (name !== shareField || !fileName) continue
    const isStored =
      waitingCount < maxSharedFiles && (await storeFile({ id: newId(), name: fileName, type, body: content }))
    if (isStored) waitingCount += 1
    else areAllStored = false
  }
  return areAllStored
}

/**
 * Returns the handler that stores shared files and redirects to Files, where the coach is asked about them.
 * It works offline. Files that were stored before a failure stay.
 */
export const createShareReceiver =
  (deps: Deps) =>
  async (request: Request): Promise<Response> => {
    const { log, recordFailure } = deps
    try {
      if (isFromOtherSite(request) || isForFrame(request))
        log.warn('A page of another site tried to share files')
      else if (!(await storeAll(request, deps))) await recordFailure('left-out')
    } catch (error) {
      log.error('Shared files could not be stored', { error: String(error) })
      // A full device may not be able to record the failure. The coach then only sees that the files are
      // missing.
      await recordFailure(isTimeout(error) ? 'held-up' : 'full').catch(() => undefined)
    }
    return Response.redirect(new URL('/files', request.url).href, 303)
  }
