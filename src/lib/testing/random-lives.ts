/**
 * A life is a random sequence of actions of simulated devices, generated from a seed. `seeds` are the lives
 * that a run plays. `again` returns the command that plays one of them again.
 */
export type Lives = { seeds: readonly number[]; again: (seed: number) => string }

/**
 * Selects the seeds of a test run: first the `red` ones, which are in the test because their lives once
 * failed, then new ones. `usual` is their number. The environment can change it: `LIVES` is another number,
 * and `SEED` plays only that seed and the ones after it. `test` is the path of the test file.
 *
 * Call this outside the test. Then a retry of the test plays the same lives, and a failure stays a failure.
 */
export const chooseLives = (
  test: string,
  { usual, red }: { usual: number; red: readonly number[] },
  env: Record<string, unknown>,
): Lives => {
  const first = Number(env['SEED'] ?? Math.floor(Math.random() * 1e8))
  const count = Number(env['LIVES'] ?? usual)
  const seeds = Array.from({ length: count }, (_, index) => first + index)
  const play = (seed: number, lives: number) =>
    `SEED=${seed} LIVES=${lives} npx vitest run --project unit ${test}`
  console.log(`Random lives; the same again: ${play(first, count)}`)
  return {
    seeds: env['SEED'] === undefined ? [...new Set([...red, ...seeds])] : seeds,
    again: (seed) => `${play(seed, 1)}\nWhen it is mended, the seed ${seed} joins the red ones of ${test}.`,
  }
}
