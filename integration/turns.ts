/** Runs work one after the other, as the Web Lock of a browser does. */
export const createTurns = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work)
    last = next.catch(() => undefined)
    return next
  }
}
