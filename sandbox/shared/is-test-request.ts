import type { IncomingMessage } from 'node:http'

/** Whether an address is one of this machine's own. */
export const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && /^(?:::ffff:)?127\.|^::1$/.test(address)

/**
 * Whether a request is a test's: what inspects and controls the stand-ins is for this machine only, and no page in a
 * browser on it, which names its origin as a test outside of one does not.
 */
export const isTestRequest = ({ socket, headers }: IncomingMessage): boolean =>
  isLoopback(socket.remoteAddress) && headers.origin === undefined
