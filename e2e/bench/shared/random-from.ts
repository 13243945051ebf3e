/** A seeded generator of random numbers from 0 to 1, the same in every run. */
export const randomFrom = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}
