import { rm } from 'node:fs/promises'
import type { Coach } from '../../people/coach.ts'
import { uploadOnScreen } from '../browser/app-tab.ts'
import type { Browser, Tab } from '../browser/devtools.ts'
import { makeRandomFile } from './make-random-file.ts'
import type { UploaderName } from './page/main.ts'
import { partSize } from './page/uploader.ts'
import { watchRenderers, type Usage } from '../browser/renderer-usage.ts'
import type { createTargets } from './storage-access.ts'

export type Competitor = UploaderName | 'ours'

/** One upload: its duration and the page's longest task in ms, and its resources. */
export type Run = Usage & { took: number; longTask: number }

export type Bench = {
  browser: Browser
  app: Tab
  page: Tab
  coach: Coach
  createTarget: Awaited<ReturnType<typeof createTargets>>
}

export const competitors: Record<Competitor, string> = {
  plainXhr: 'plain XHR',
  checkedXhr: 'plain XHR, each slice summed up (CRC32)',
  ours: 'ours',
  amplify: 'Amplify `uploadData`',
  libStorage: '`lib-storage`',
  uppy: 'Uppy `aws-s3`',
}

/** Records the page's longest task from now on in `window.longest`, in ms. */
export const startLongTasks = `
  window.longest = 0
  window.observer ??= new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration)
  })
  window.observer.observe({ type: 'longtask' })
`

const field = `document.querySelector('input')`

const others = async (bench: Bench, name: UploaderName, path: string, bytes: number): Promise<number> => {
  const { page, createTarget } = bench
  const parts = name.endsWith('Xhr') ? Math.ceil(bytes / partSize) : 0
  const target = await createTarget(`bench-${name}-${Date.now()}.bin`, parts)
  await page.evaluate(`${field}.value = ''`)
  await page.choose(field, path)
  return Number(await page.evaluate(`upload(${JSON.stringify(name)}, ${JSON.stringify(target)})`))
}

/** Makes each file shorter, because the app would compare a file with a stored file of the same length. */
let shorter = 0

/** Uploads a new file with one uploader. */
const runOnce = async (bench: Bench, competitor: Competitor, bytes: number): Promise<Run> => {
  const path = await makeRandomFile(`bench-${competitor}-${Date.now()}.bin`, bytes - shorter++)
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

/** Runs all uploaders in turn, round by round, so that a busy moment of the machine affects all of them. */
export const compareUploads = async (
  bench: Bench,
  { bytes, rounds }: { bytes: number; rounds: number },
): Promise<Map<Competitor, Run[]>> => {
  const names: Competitor[] = ['plainXhr', 'checkedXhr', 'ours', 'amplify', 'libStorage', 'uppy']
  const runs = new Map<Competitor, Run[]>(names.map((name) => [name, []]))
  for (let round = 0; round < rounds; round += 1) {
    // Rotates the order, because the first uploader of a round finds the store's disk less busy.
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(round + turn) % names.length] ?? 'ours'
      runs.get(name)?.push(await runOnce(bench, name, bytes))
    }
  }
  return runs
}
