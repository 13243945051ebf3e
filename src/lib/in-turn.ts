/** Runs work after that of all calls before, and resolves or rejects as it does. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/** Work that must not meet itself: each call begins when the one before has ended, well or not. */
export const createInTurn = (): InTurn => {
  let before: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = before.catch(() => undefined).then(work)
    before = turn
    return turn
  }
}
