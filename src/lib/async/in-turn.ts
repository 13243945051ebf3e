/** Runs work after the work of all previous calls, and settles with its result. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/** Runs work strictly in sequence. Each call starts when the previous one has settled, even with an error. */
export const createInTurn = (): InTurn => {
  let before: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = before.catch(() => undefined).then(work)
    before = turn
    return turn
  }
}
