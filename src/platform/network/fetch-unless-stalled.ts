import { anySignal } from '../../lib/async/any-signal.ts'

/** In ms without a byte. */
const stallTimeout = 30_000

type Send = (address: string, init?: RequestInit) => Promise<Response>

/**
 * Sends a request for a file that may take long. The time limit applies to each wait, for the response and
 * for its next bytes, but not to the whole, and only while the body is read. A stall rejects as a lost
 * connection does.
 */
export const createFetchUnlessStalled =
  (send: Send, timeout = stallTimeout): Send =>
  async (address, init = {}) => {
    const stalled = new AbortController()
    const wait = async <T>(next: Promise<T>): Promise<T> => {
      const timer = setTimeout(() => stalled.abort(new TypeError('No byte arrived in time.')), timeout)
      try {
        return await next
      } catch (error) {
        // Browsers end the body of an aborted request with an error of their own.
        stalled.signal.throwIfAborted()
        throw error
      } finally {
        clearTimeout(timer)
      }
    }
    const signal = init.signal ? anySignal(init.signal, stalled.signal) : stalled.signal
    const response = await wait(send(address, { ...init, signal }))
    if (!response.body) return response
    const reader = response.body.getReader()
    const watched = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull: async (controller) => {
        const { done, value } = await wait(reader.read())
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: (reason) => reader.cancel(reason),
    })
    return new Response(watched, response)
  }
