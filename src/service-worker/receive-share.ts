import { shareAddress, shareField } from '../config/share-target.ts'
import type { Log } from '../platform/log.ts'
import type { SharedFiles } from '../uploads/shared-files.ts'
import { readMultipart } from './read-multipart.ts'

type Deps = {
  store: SharedFiles['store']
  /** Leaves a note for the page, which shows it to the coach. */
  failed: () => Promise<void>
  newId: () => string
  log: Log
}

/** Whether a request brings files that another app shared: the one POST that the service worker handles. */
export const isShare = ({ method, url }: Pick<Request, 'method' | 'url'>, origin: string): boolean => {
  const address = new URL(url)
  return method === 'POST' && address.origin === origin && address.pathname === shareAddress
}

const storeAll = async ({ body, headers }: Request, { store, newId }: Deps): Promise<void> => {
  if (!body) return
  for await (const { name, fileName, body: content } of readMultipart(
    body,
    headers.get('Content-Type') ?? '',
  ))
    if (name === shareField && fileName) await store({ id: newId(), name: fileName, body: content })
}

/**
 * Stores what was shared and redirects to Files, where it is put into the queue. Nothing of it needs a connection. What
 * came in before a failure stays.
 */
export const createShareReceiver =
  (deps: Deps) =>
  async (request: Request): Promise<Response> => {
    try {
      await storeAll(request, deps)
    } catch (error) {
      deps.log.error('Shared files could not be stored', { error: String(error) })
      await deps.failed().catch(() => undefined)
    }
    return Response.redirect(new URL('/files', request.url).href, 303)
  }
