import * as v from 'valibot'
import { getDemoCoach } from '../people/coach.ts'
import { makeProfile, openFiles } from './browser/app-tab.ts'
import { serveBenchPage } from './uploads/bench-page.ts'
import {
  compareUploads,
  competitors,
  type Bench,
  type Competitor,
  type Run,
} from './uploads/compare-uploads.ts'
import { startBrowser, type Browser, type Tab } from './browser/devtools.ts'
import { networkNames, networks, type Network } from './uploads/networks.ts'
import { toBenchPath } from './shared/bench-path.ts'
import { measureManyFiles } from './uploads/many-files.ts'
import { measureKill, measureReconnect } from './uploads/recovery.ts'
import { writeSection } from './shared/results.ts'
import { startLine } from './uploads/shaped-line.ts'
import { createTargets } from './uploads/storage-access.ts'
import { median, table } from './shared/table.ts'

/**
 * Compares uploads in one browser to one server, with files of the same size: plain XHR PUTs of the same
 * slices to presigned addresses (= 1.00), our uploader from the choice on the screen to *verified*, and other
 * common uploaders.
 */
const mebibyte = 1_048_576
const network: Network = networks[v.parse(v.picklist(networkNames), process.argv[2] ?? 'loopback')]
const coach = getDemoCoach('pt-BR')
const executable = process.env['CHROMIUM_PATH'] ?? 'chromium'
const profile = toBenchPath('profile')

const of = (runs: readonly Run[], value: (run: Run) => number): number => median(runs.map(value))

const toRows = (bytes: number, runs: Map<Competitor, Run[]>) => {
  const plain = of(runs.get('plainXhr') ?? [], ({ took }) => took)
  return [...runs].map(([name, all]) => {
    const took = of(all, (run) => run.took)
    const perMegabyte = (value: (run: Run) => number) => (of(all, value) / (bytes / 1e6)).toFixed(1)
    return [
      competitors[name],
      (bytes / 1e3 / took).toFixed(1),
      (plain / took).toFixed(2),
      perMegabyte(({ pageCpu }) => pageCpu),
      perMegabyte(({ workerCpu }) => workerCpu),
      of(all, ({ longTask }) => longTask).toFixed(0),
      (of(all, ({ memory }) => memory) / 1e6).toFixed(0),
    ]
  })
}

const head = [
  'uploader',
  'MB/s',
  '÷ plain XHR',
  'page CPU ms/MB',
  'worker CPU ms/MB',
  'longest page task ms',
  'memory + MB',
]

/** `npm run bench loopback 60` measures only one size, in MiB. */
const isChosen = ({ bytes }: { bytes: number }): boolean => {
  const chosenSize = process.argv[3]
  return chosenSize === undefined || Math.floor(bytes / mebibyte) === Number(chosenSize)
}

const page = await serveBenchPage()

const openBenchPage = async (from: Browser): Promise<Tab> => {
  const tab = await from.open(page.address)
  await tab.until('window.upload')
  return tab
}

const line =
  network.line &&
  (await startLine(
    Number(new URL(process.env['VITE_STORAGE_ENDPOINT'] ?? '').port),
    Number(process.env['OBJECT_STORE_PORT']),
    network.line,
  ))
await makeProfile(executable, profile, coach)
const browser = await startBrowser(executable, profile)
const bench: Bench = {
  browser,
  coach,
  app: await openFiles(browser, coach),
  page: await openBenchPage(browser),
  createTarget: await createTargets(coach),
}

const parts: string[] = []
for (const file of network.files.filter(isChosen)) {
  const runs = await compareUploads(bench, file)
  parts.push(
    `**${(file.bytes / mebibyte).toFixed(0)} MiB**, medians of ${file.rounds}`,
    table(head, toRows(file.bytes, runs)),
  )
  console.log(parts.slice(-2).join('\n\n'))
}
if (!line && process.argv[3] === undefined) {
  const { took, longTask, memory } = await measureManyFiles(bench, { count: 2000, bytes: 65_536 })
  parts.push(
    `2,000 files of 64 KiB chosen at once: ${(took / 1000).toFixed(1)} s until all are verified, longest page task ${longTask.toFixed(0)} ms, memory + ${(memory / 1e6).toFixed(0)} MB.`,
  )
}
// Not on the buffered network: bytes that a hop has taken do not show when the line is cut.
if (line && network !== networks.buffered) {
  const again = await measureKill(bench, line)
  const first = await measureReconnect(bench, line, 5000)
  parts.push(
    `The tab killed at half of 60 MiB: ${again.toFixed(2)} parts left the browser more than once. After 5 s without a line: ${first.toFixed(0)} ms from its return to the first byte.`,
  )
}
writeSection(`Uploads: ${network.title}`, parts.join('\n\n'))
await browser.close()
await page.close()
process.exit(0)
