import { rm } from 'node:fs/promises'
import type { Coach } from '../../e2e/people/coach.ts'
import { uploadOnScreen } from '../browser/app-tab.ts'
import type { Browser, Tab } from '../browser/devtools.ts'
import { makeFileOf } from './make-file.ts'
import type { UploaderName } from './page/main.ts'
import { partSize } from './page/uploader.ts'
import { watchRenderers, type Usage } from '../browser/renderer-usage.ts'
import type { createTargets } from './storage-access.ts'

export type Competitor = UploaderName | 'ours'

/** One upload: ms, what it cost, and the longest task of the page in ms. */
export type Run = Usage & { took: number; longTask: number }

export type Bench = {
  browser: Browser
  app: Tab
  page: Tab
  coach: Coach
  targetOf: Awaited<ReturnType<typeof createTargets>>
}

export const competitors: Record<Competitor, string> = {
  plainXhr: 'plain XHR',
  checkedXhr: 'plain XHR, each slice summed up (CRC32)',
  ours: 'ours',
  amplify: 'Amplify `uploadData`',
  libStorage: '`lib-storage`',
  uppy: 'Uppy `aws-s3`',
}

/** Keeps the ms of the page's longest task from now on in `window.longest`. */
export const startLongTasks = `
  window.longest = 0
  window.observer ??= new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration)
  })
  window.observer.observe({ type: 'longtask' })
`

const field = `document.querySelector('input')`

const others = async (bench: Bench, name: UploaderName, path: string, bytes: number): Promise<number> => {
  const { page, targetOf } = bench
  const parts = name.endsWith('Xhr') ? Math.ceil(bytes / partSize) : 0
  const target = await targetOf(`bench-${name}-${Date.now()}.bin`, parts)
  await page.evaluate(`${field}.value = ''`)
  await page.choose(field, path)
  return Number(await page.evaluate(`upload(${JSON.stringify(name)}, ${JSON.stringify(target)})`))
}

/** Films are not equally long: a file as long as a stored one would be compared with it. */
let shorter = 0

/** Uploads one fresh file by one uploader. */
const runOnce = async (bench: Bench, competitor: Competitor, bytes: number): Promise<Run> => {
  const path = await makeFileOf(`bench-${competitor}-${Date.now()}.bin`, bytes - shorter++)
  const tab = competitor === 'ours' ? bench.app : bench.page
  await tab.toFront()
  await tab.evaluate(startLongTasks)
  const usage = await watchRenderers(bench.browser)
  const took =
    competitor === 'ours'
      ? await (await uploadOnScreen(tab, bench.coach, path)).done()
      : await others(bench, competitor, path, bytes)
  const cost = await usage.stop()
  const longTask = Number(await tab.evaluate('window.longest'))
  await rm(path)
  return { ...cost, took, longTask }
}

/** All uploaders in turn, round by round, so that a busy moment of the machine meets all of them alike. */
export const compareUploads = async (
  bench: Bench,
  { bytes, rounds }: { bytes: number; rounds: number },
): Promise<Map<Competitor, Run[]>> => {
  const names: Competitor[] = ['plainXhr', 'checkedXhr', 'ours', 'amplify', 'libStorage', 'uppy']
  const runs = new Map<Competitor, Run[]>(names.map((name) => [name, []]))
  for (let round = 0; round < rounds; round += 1) {
    // Who comes first changes: the first of a round finds the store's disk quieter.
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(round + turn) % names.length] ?? 'ours'
      runs.get(name)?.push(await runOnce(bench, name, bytes))
    }
  }
  return runs
}
