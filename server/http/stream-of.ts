/**
 * The body of a response that is generated as fast as the client reads it. Cancelling the stream ends
 * `chunks`; an error in `chunks` breaks the response off. Equals `ReadableStream.from`, which the DOM types
 * lack: tests of pages and server compile with both libraries.
 */
export const streamOf = <T>(chunks: AsyncIterable<T>): ReadableStream<T> => {
  const source = chunks[Symbol.asyncIterator]()
  return new ReadableStream<T>(
    {
      pull: async (controller) => {
        const { done, value } = await source.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: async (reason) => {
        await source.return?.(reason)
      },
    },
    { highWaterMark: 0 },
  )
}
