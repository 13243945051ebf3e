import type { Server, ServerResponse } from 'node:http'

/**
 * Tracks the open requests of a server, so that the server can ask its clients to close their connections
 * before it stops.
 */
export const trackRequests = (server: Server) => {
  const openResponses = new Set<ServerResponse>()
  let isClosing = false

  const setConnectionClose = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('Connection', 'close')
  }

  // Prepended, so that it runs before the listener that responds, and can still set headers.
  server.prependListener('request', (_request, response: ServerResponse) => {
    openResponses.add(response)
    response.once('close', () => openResponses.delete(response))
    if (isClosing) setConnectionClose(response)
  })

  return {
    /**
     * From now on, makes each response close its connection. Responses whose headers are already sent leave
     * their connection open.
     */
    announceClose: () => {
      isClosing = true
      for (const response of openResponses) setConnectionClose(response)
    },
  }
}
