import type { Server, ServerResponse } from 'node:http'

/** Follows the requests of a server, so that clients can be told to use their connections no longer. */
export const followRequests = (server: Server) => {
  const open = new Set<ServerResponse>()
  let isClosing = false

  const announceClose = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('Connection', 'close')
  }

  // Before the listener that responds.
  server.prependListener('request', (_request, response: ServerResponse) => {
    open.add(response)
    response.once('close', () => open.delete(response))
    if (isClosing) announceClose(response)
  })

  return {
    /** From now on every response ends its connection, those to requests under way included. */
    announceClose: () => {
      isClosing = true
      for (const response of open) announceClose(response)
    },
  }
}
