import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

/** Starts a script whose fake PostgreSQL takes a moment to start and to stop. The script prints each step. */
const startScript = (work: string) => {
  const module = JSON.stringify(new URL('with-postgres.ts', import.meta.url).href)
  const code = `
    import { setTimeout as wait } from 'node:timers/promises'
    import { withPostgres } from ${module}
    const stop = () => wait(100).then(() => console.log('stopped'))
    const start = async () => {
      console.log('starting')
      await wait(200)
      return { url: 'postgres://nowhere', stop }
    }
    await withPostgres(start, async (postgres, stopped) => {
      console.log('working')
      ${work}
    })
    console.log('after')`
  return spawn(process.execPath, ['--input-type=module', '-e', code])
}

const untilSaid = async ({ stdout }: ReturnType<typeof startScript>, word: string) => {
  for (let said = ''; !said.includes(word);) said += String((await once(stdout, 'data'))[0])
}

const forEver = 'await wait(60_000)'
const untilToldToStop = `
  setInterval(() => {}, 1000)
  await new Promise((resolve) => stopped.addEventListener('abort', resolve))`

test.each([
  ['SIGTERM', 'working', 'for ever', forEver],
  ['SIGINT', 'working', 'for ever', forEver],
  ['SIGINT', 'working', 'until told to stop', untilToldToStop],
  ['SIGTERM', 'starting', 'for ever', forEver],
] as const)('%s while it is %s %s ends PostgreSQL and then the script', async (signal, when, _long, work) => {
  const script = startScript(work)
  const output = text(script.stdout)
  await untilSaid(script, when)
  script.kill(signal)
  expect(await once(script, 'exit')).toEqual([1, null])
  expect(await output).toMatch(/stopped\n$/)
})

test.each([
  ['done', '', 'starting\nworking\nstopped\nafter\n'],
  ['broken off', "throw new Error('broken')", 'starting\nworking\nstopped\n'],
])('work that is %s ends PostgreSQL', async (_how, work, said) => {
  expect(await text(startScript(work).stdout)).toBe(said)
})
