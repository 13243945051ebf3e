/** Node's, after everything that promises have to say; these files are compiled for the browser. */
declare const setImmediate: (callback: () => void) => void

const afterPromises = () => new Promise<void>((resolve) => setImmediate(resolve))

/** The order in which things happen: each waits for its turn. */
export type Turns = {
  /** Work that is done when its turn comes; of those who are dead by then it never is. */
  whenDue: <T>(isAlive: () => boolean, work: () => Promise<T>) => Promise<T>
  /** Work that is done elsewhere, and that the next turn waits for. */
  busy: <T>(work: Promise<T>) => Promise<T>
  /** Whose turn it is; undefined when nothing is due. */
  next: () => Promise<(() => void) | undefined>
}

/** `choosePlace`: which of so many things that are due happens first. */
export const createTurns = (choosePlace: (count: number) => number): Turns => {
  const working = new Set<Promise<unknown>>()
  const due: { isAlive: () => boolean; run: () => void }[] = []

  const busy: Turns['busy'] = (work) => {
    const done = work.finally(() => working.delete(done))
    working.add(done)
    return done
  }

  return {
    busy,
    whenDue: (isAlive, work) =>
      new Promise((resolve, reject) => {
        due.push({ isAlive, run: () => void busy(work()).then(resolve, reject) })
      }),
    next: async () => {
      // What happened before has its effects, until all of them wait for something that is due.
      await afterPromises()
      while (working.size > 0) {
        await Promise.allSettled(working)
        await afterPromises()
      }
      const alive = due.filter(({ isAlive }) => isAlive())
      due.length = 0
      due.push(...alive)
      return due.splice(choosePlace(due.length), 1)[0]?.run
    },
  }
}
