import { connect, createServer, type Socket } from 'node:net'
import { addresses, ports } from './addresses.ts'

export type Relay = {
  /** Cuts or restores the connection. */
  cut: (cut: boolean) => void
  stop: () => void
}

/**
 * Starts a relay at `addresses.relay` between a browser and the site. It copies bytes and can be cut, because
 * not every engine's driver can switch the browser's network off. While it is cut, pages, workers and the
 * service worker are all offline, even if the browser believes that it is online.
 */
export const startRelay = async (): Promise<Relay> => {
  const { hostname, port } = new URL(addresses.site)
  const openSockets = new Set<Socket>()
  let isCut = false

  /** Copies bytes in one direction until a side closes. */
  const copyBytes = (from: Socket, to: Socket) => {
    openSockets.add(from)
    from.on('error', () => undefined)
    from.on('close', () => {
      openSockets.delete(from)
      to.destroy()
    })
    from.pipe(to)
  }
  const server = createServer((incoming) => {
    if (isCut) {
      incoming.destroy()
      return
    }
    const outgoing = connect(Number(port), hostname)
    copyBytes(incoming, outgoing)
    copyBytes(outgoing, incoming)
  })
  const endAll = () => {
    for (const socket of openSockets) socket.destroy()
  }

  await new Promise<void>((resolve) => server.listen(Number(ports.RELAY_PORT), resolve))
  return {
    cut: (cut) => {
      isCut = cut
      if (cut) endAll()
    },
    stop: () => {
      server.close()
      endAll()
    },
  }
}
