/** Node's function, which runs after pending promises. Declared here, as these files target the browser. */
declare const setImmediate: (callback: () => void) => void

const afterPromises = () => new Promise<void>((resolve) => setImmediate(resolve))

/** The order of events in a test: each piece of work waits for its turn. */
export type Turns = {
  /** Runs work when its turn comes, unless its owner is dead by then. */
  whenDue: <T>(isAlive: () => boolean, work: () => Promise<T>) => Promise<T>
  /** Work done elsewhere that the next turn waits for. */
  busy: <T>(work: Promise<T>) => Promise<T>
  /** Picks the next due work. Resolves to undefined if nothing is due. */
  next: () => Promise<(() => void) | undefined>
}

/** `choosePlace` picks which of `count` due pieces of work runs first. */
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
      // Let earlier work continue until all of it waits for something that is due.
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
