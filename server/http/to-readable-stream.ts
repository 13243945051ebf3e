/**
 * The body of a response that is generated as fast as the client reads it. Cancelling the stream ends
 * `chunks`; an error in `chunks` breaks the response off. Equals `ReadableStream.from`, which the DOM types
 * lack: tests of pages and server compile with both libraries.
 *
 * Only `onBroken` gets the error itself. The HTTP server prints what the stream throws, and the message of a
 * failed statement contains its values.
 */
export const toReadableStream = <T>(
  chunks: AsyncIterable<T>,
  onBroken?: (error: unknown) => void,
): ReadableStream<T> => {
  const iterator = chunks[Symbol.asyncIterator]()
  const readNext = () =>
    iterator.next().catch((error: unknown) => {
      if (!onBroken) throw error
      onBroken(error)
      throw new Error('A response broke off; the log says why.')
    })
  return new ReadableStream<T>(
    {
      pull: async (controller) => {
        const { done, value } = await readNext()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: async (reason) => {
        await iterator.return?.(reason)
      },
    },
    { highWaterMark: 0 },
  )
}
