import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * bytes per second upstream, ms that everything is under way in each direction, and the bytes that are taken for the line before the
 * sender has to wait
 */
export type Shape = { bytesPerSecond: number; delay: number; queue: number }

/** Writes each chunk at its time, and never before the one that came first. */
const inOrder = (to: Socket) => {
  let last = Promise.resolve()
  return (chunk: Buffer, at: number): void => {
    last = last
      .then(() => sleep(Math.max(0, at - performance.now())))
      .then(() => void (to.destroyed || to.write(chunk)))
  }
}

/**
 * A line to the object store for the bytes as they are, below HTTP: as slow and as far as it is told, cut off when
 * told. It counts what goes up.
 */
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
      // All senders share the line: who finds its queue full waits until there is room again.
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
    /** bytes that went up since the start */
    sent: () => sent,
    /** Cuts every connection and takes no new one. */
    down,
    /** Takes connections again; `firstByteAt` then tells when the first byte came, by this process's clock. */
    up: async () => {
      firstByteAt = undefined
      await listen()
      return performance.now()
    },
    firstByteAt: () => firstByteAt,
  }
}

export type Line = Awaited<ReturnType<typeof startLine>>
