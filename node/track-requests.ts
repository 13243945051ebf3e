import type { Server, ServerResponse } from 'node:http'

/** Tracks the open requests of a server, so that it can tell clients to close their connections. */
export const trackRequests = (server: Server) => {
  const open = new Set<ServerResponse>()
  let isClosing = false

  const announceClose = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('Connection', 'close')
  }

  // Runs before the listener that responds.
  server.prependListener('request', (_request, response: ServerResponse) => {
    open.add(response)
    response.once('close', () => open.delete(response))
    if (isClosing) announceClose(response)
  })

  return {
    /** Makes every response from now on end its connection, including those to requests in progress. */
    announceClose: () => {
      isClosing = true
      for (const response of open) announceClose(response)
    },
  }
}
