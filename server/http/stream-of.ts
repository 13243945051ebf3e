/**
 * The body of a response that is made while it is sent, as fast as the client takes it. Whoever stops reading ends `chunks`, and what
 * `chunks` throws breaks the response off. As `ReadableStream.from`, which the types of a page lack: tests between the two have both.
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
