/**
 * Creates the body of a response that is generated as fast as the client reads it. Cancelling the stream ends
 * `chunks`; an error in `chunks` breaks the response off. Works like `ReadableStream.from`, which
 * TypeScript's DOM types do not contain. Tests that import both pages and the server compile this file with
 * the DOM types.
 *
 * Only `onBroken` gets the original error. The HTTP server prints the error that the stream throws, and the
 * message of a failed statement contains its values.
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
      throw new Error('The response was interrupted. The log contains the reason.')
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
    // No buffer: a chunk is generated only when the client reads it.
    { highWaterMark: 0 },
  )
}
