import { once } from 'node:events'
import type { Server } from 'node:http'
import { OperatorError, getErrorMessage } from './operator-error.ts'

const describeFailure = (error: unknown, port: number, variable: string) =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    ? `Port ${port} is in use; set ${variable} to another one.`
    : `The server cannot listen on port ${port} (${variable}): ${getErrorMessage(error)}`

/**
 * Port 0 picks a free port. Without a host, the server listens on every interface. `variable` is the
 * environment variable that sets the port.
 */
export type ListenOptions = { port: number; variable: string; host?: string | undefined }

/**
 * The number of connections that may wait while the server is busy. The operating system may set a lower
 * limit. Node's default of 511 is too low when many phones reconnect at the same time. The operating system
 * would ignore the other phones, and their connection attempts would time out after ten seconds.
 */
const backlog = 4096

/** Makes a server listen and returns its port. Throws `OperatorError` if the port is taken or forbidden. */
export const listen = async (server: Server, { port, variable, host }: ListenOptions): Promise<number> => {
  try {
    server.listen({ port, host, backlog })
    await once(server, 'listening')
  } catch (error) {
    throw new OperatorError(describeFailure(error, port, variable))
  }
  // Reads the port from the server, because `port` may be 0.
  const address = server.address()
  return typeof address === 'object' && address ? address.port : port
}

const idleCheckIntervalMs = 100

/**
 * Stops listening. Requests in progress may finish within `graceMs`. After that, closes their connections.
 */
export const stopListening = async (server: Server, graceMs: number): Promise<void> => {
  const graceTimer = setTimeout(() => server.closeAllConnections(), graceMs)
  // `close` ends only connections that are idle at that time. A busy connection would stay open after its
  // response, ready for the client's next request.
  const idleTimer = setInterval(() => server.closeIdleConnections(), idleCheckIntervalMs)
  const closeEvent = once(server, 'close')
  server.close()
  await closeEvent
  clearTimeout(graceTimer)
  clearInterval(idleTimer)
}
