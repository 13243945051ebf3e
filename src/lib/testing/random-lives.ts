/** The seeds that a run plays, and the command that plays one of them again. */
export type Lives = { seeds: readonly number[]; again: (seed: number) => string }

/**
 * Selects the random lives that a test run plays: first the `red` seeds, which are committed because their
 * lives once failed, then new ones, `usual` or `LIVES` of them. With `SEED` it plays only that seed and the
 * ones after it.
 *
 * Every life has its own seed, and a test asserts what is true of all lives. Call this outside the test, so
 * that a retry of the test plays the same lives and a fault stays red.
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
