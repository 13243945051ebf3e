import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/**
 * A proxy to a server whose machine can vanish. Connections that exist when it freezes carry no more data and
 * are never closed. New connections reach the replacement server.
 */
export const startFreezingProxy = async (target: URL) => {
  const flowing = new Set<[Socket, Socket]>()
  const sockets = new Set<Socket>()
  const proxy = createServer((client) => {
    const server = connect(Number(target.port), target.hostname)
    const ends: [Socket, Socket] = [client, server]
    flowing.add(ends)
    const forward = (from: Socket, to: Socket) => {
      sockets.add(from)
      from.on('data', (chunk) => flowing.has(ends) && to.write(chunk))
      from.on('error', () => undefined)
      from.on('close', () => {
        sockets.delete(from)
        if (flowing.delete(ends)) to.destroy()
      })
    }
    forward(client, server)
    forward(server, client)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = proxy.address()
  if (typeof address !== 'object' || !address) throw new Error('The proxy has no address.')
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String(address.port)
  return {
    url: url.href,
    /** The number of connections that still carry data. */
    flowing: () => flowing.size,
    freeze: () => flowing.clear(),
    stop: () => {
      proxy.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

export type FreezingProxy = Awaited<ReturnType<typeof startFreezingProxy>>
