/**
 * Which random lives a run of tests plays: new ones in every run, `usual` or `LIVES` of them, or those that `SEED`
 * names. What plays them again is printed, and `again` says it beside what went wrong.
 */
export const chooseLives = (test: string, usual: number, env: Record<string, unknown>) => {
  const seed = Number(env['SEED'] ?? Math.floor(Math.random() * 1e8))
  const count = Number(env['LIVES'] ?? usual)
  const again = (seed: number, count: number) =>
    `SEED=${seed} LIVES=${count} npx vitest run --project unit ${test}`
  console.log(`Random lives; the same again: ${again(seed, count)}`)
  return { seed, count, again }
}
