import { connect, createServer, type Socket } from 'node:net'
import { addresses, ports } from './addresses.ts'

export type Relay = {
  /** Cuts or restores the connection. */
  cut: (cut: boolean) => void
  stop: () => void
}

/**
 * A relay at `addresses.relay` between a browser and the site. It copies bytes and can be cut. Not every
 * engine's driver can switch its network off. Without responses, pages, workers and the service worker are
 * all offline, even if the browser believes that it is online.
 */
export const startRelay = async (): Promise<Relay> => {
  const { hostname, port } = new URL(addresses.site)
  const open = new Set<Socket>()
  let isCut = false

  const join = (from: Socket, to: Socket) => {
    open.add(from)
    from.on('error', () => undefined)
    from.on('close', () => {
      open.delete(from)
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
    join(incoming, outgoing)
    join(outgoing, incoming)
  })
  const endAll = () => {
    for (const socket of open) socket.destroy()
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
