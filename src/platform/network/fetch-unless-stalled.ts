/** ms without a byte */
const stallTimeout = 30_000

type Send = (address: string, init?: RequestInit) => Promise<Response>

/**
 * Sends, for files that may take long: not the whole has a timeout, but each wait for the response and for its next bytes. A
 * stall rejects as a lost connection does.
 */
export const createFetchUnlessStalled =
  (send: Send, timeout = stallTimeout): Send =>
  async (address, init = {}) => {
    const stalled = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const expectByte = () => {
      clearTimeout(timer)
      timer = setTimeout(() => stalled.abort(new TypeError('No byte arrived in time.')), timeout)
    }
    const signal = init.signal ? AbortSignal.any([init.signal, stalled.signal]) : stalled.signal
    expectByte()
    const response = await send(address, { ...init, signal }).finally(() => clearTimeout(timer))
    if (!response.body) return response
    expectByte()
    const watched = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (bytes, controller) => {
        expectByte()
        controller.enqueue(bytes)
      },
      flush: () => clearTimeout(timer),
    })
    return new Response(response.body.pipeThrough(watched), response)
  }
