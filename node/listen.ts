import { once } from 'node:events'
import type { Server } from 'node:http'
import { StartFailure, messageOf } from './start-failure.ts'

const reasonOf = (error: unknown, port: number, variable: string) =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    ? `Port ${port} is in use; set ${variable} to another one.`
    : `The server cannot listen on port ${port} (${variable}): ${messageOf(error)}`

/** Where to listen: port 0 picks a free one, and no host is every interface. `variable` is what sets the port. */
export type Place = { port: number; variable: string; host?: string | undefined }

/**
 * Connections that wait while the server is busy, at most as many as the system allows. The 511 that Node asks for are fewer than the
 * phones that come back together: the system ignores the others, and what asks for a connection gives up after ten seconds.
 */
const backlog = 4096

/** Makes a server listen and returns its port. Fails with one clear line where the port is taken or forbidden. */
export const listen = async (server: Server, { port, variable, host }: Place): Promise<number> => {
  try {
    server.listen({ port, host, backlog })
    await once(server, 'listening')
  } catch (error) {
    throw new StartFailure(reasonOf(error, port, variable))
  }
  const address = server.address()
  return typeof address === 'object' && address ? address.port : port
}

/** ms */
const idleCheck = 100

/** Stops listening. Requests under way may finish within `grace` ms, then they are cut off. */
export const stopListening = async (server: Server, grace: number): Promise<void> => {
  const timer = setTimeout(() => server.closeAllConnections(), grace)
  // One that was busy when the server stopped would be kept open for its client's next request.
  const idle = setInterval(() => server.closeIdleConnections(), idleCheck)
  const closed = once(server, 'close')
  server.close()
  await closed
  clearTimeout(timer)
  clearInterval(idle)
}
