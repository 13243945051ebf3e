import { shareAddress, shareField } from '../config/share-target.ts'
import type { Log } from '../platform/log.ts'
import type { SharedFiles } from '../uploads/shared-files.ts'
import { readMultipart } from './read-multipart.ts'

type Deps = {
  keep: SharedFiles['keep']
  /** Leaves word for the page, which says it to the person. */
  failed: () => Promise<void>
  newId: () => string
  log: Log
}

/** Whether a request brings files that another app shared: the one POST that the service worker answers itself. */
export const isShare = ({ method, url }: Pick<Request, 'method' | 'url'>, origin: string): boolean => {
  const address = new URL(url)
  return method === 'POST' && address.origin === origin && address.pathname === shareAddress
}

const keepAll = async ({ body, headers }: Request, { keep, newId }: Deps): Promise<void> => {
  if (!body) return
  for await (const { name, fileName, body: content } of readMultipart(
    body,
    headers.get('Content-Type') ?? '',
  ))
    if (name === shareField && fileName) await keep({ id: newId(), name: fileName, body: content })
}

/**
 * Keeps what was shared and leads to Files, where it is put into the queue. Nothing of it needs a connection. What came
 * in before a failure stays.
 */
export const createShareReceiver =
  (deps: Deps) =>
  async (request: Request): Promise<Response> => {
    try {
      await keepAll(request, deps)
    } catch (error) {
      deps.log.error('Shared files could not be kept', { error: String(error) })
      await deps.failed().catch(() => undefined)
    }
    return Response.redirect(new URL('/files', request.url).href, 303)
  }
