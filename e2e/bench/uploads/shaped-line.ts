import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * `bytesPerSecond`: upstream. `delay`: in each direction, in ms. `queue`: the bytes that the line buffers
 * before the sender has to wait.
 */
export type Shape = { bytesPerSecond: number; delay: number; queue: number }

/** Writes each chunk at its time, and never before an earlier chunk. */
const inOrder = (to: Socket) => {
  let last = Promise.resolve()
  return (chunk: Buffer, at: number): void => {
    last = last
      .then(() => sleep(Math.max(0, at - performance.now())))
      .then(() => void (to.destroyed || to.write(chunk)))
  }
}

/** A TCP line to the object store with a given speed and delay. It can be cut, and counts sent bytes. */
export const startLine = async (port: number, to: number, { bytesPerSecond, delay, queue }: Shape) => {
  const ends = new Set<Socket>()
  let sent = 0
  let firstByteAt: number | undefined
  let freeAt = 0

  const carryUp = (from: Socket, store: Socket) => {
    const deliver = inOrder(store)
    from.on('data', (chunk: Buffer) => {
      sent += chunk.length
      firstByteAt ??= performance.now()
      freeAt = Math.max(freeAt, performance.now()) + (chunk.length / bytesPerSecond) * 1000
      const wait = freeAt - performance.now()
      deliver(chunk, freeAt + delay)
      // All senders share the line. A sender that fills the queue waits until it has room again.
      const backlog = (queue / bytesPerSecond) * 1000
      if (wait > backlog) {
        from.pause()
        void sleep(wait - backlog).then(() => from.resume())
      }
    })
  }

  const server = createServer((from) => {
    const store = connect(to, '127.0.0.1')
    carryUp(from, store)
    const deliver = inOrder(from)
    store.on('data', (chunk: Buffer) => deliver(chunk, performance.now() + delay))
    for (const end of [from, store]) {
      ends.add(end)
      end.setNoDelay(true)
      end.on('error', () => undefined)
      end.on('close', () => {
        ends.delete(end)
        void sleep(delay).then(() => (end === from ? store : from).destroy())
      })
    }
  })
  const listen = () => new Promise<void>((resolve) => server.listen(port, resolve))
  await listen()

  const down = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const end of ends) end.destroy()
    await closed
  }
  return {
    /** The bytes sent upstream since the start. */
    sent: () => sent,
    /** Cuts every connection and accepts no new one. */
    down,
    /**
     * Accepts connections again. `firstByteAt` then returns the time of the first byte on this process's
     * clock.
     */
    up: async () => {
      firstByteAt = undefined
      await listen()
      return performance.now()
    },
    firstByteAt: () => firstByteAt,
  }
}

export type Line = Awaited<ReturnType<typeof startLine>>
