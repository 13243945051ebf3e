/** The seeds of the lives that a run plays, and how one of them is played again. */
export type Lives = { seeds: readonly number[]; again: (seed: number) => string }

/**
 * Which random lives a run of tests plays: first the `red` ones, the committed seeds whose lives once failed, then new
 * ones, `usual` or `LIVES` of them. With `SEED` it plays that one and those after it only.
 *
 * Every life has a seed of its own, and a test asserts of each what is true of all of them. Call this outside of the
 * test: its second try plays the same lives then, and a fault stays red.
 */
export const chooseLives = (
  test: string,
  { usual, red }: { usual: number; red: readonly number[] },
  env: Record<string, unknown>,
): Lives => {
  const first = Number(env['SEED'] ?? Math.floor(Math.random() * 1e8))
  const count = Number(env['LIVES'] ?? usual)
  const seeds = Array.from({ length: count }, (_, at) => first + at)
  const play = (seed: number, lives: number) =>
    `SEED=${seed} LIVES=${lives} npx vitest run --project unit ${test}`
  console.log(`Random lives; the same again: ${play(first, count)}`)
  return {
    seeds: env['SEED'] === undefined ? [...new Set([...red, ...seeds])] : seeds,
    again: (seed) => `${play(seed, 1)}\nWhen it is mended, the seed ${seed} joins the red ones of ${test}.`,
  }
}
