import { rm } from 'node:fs/promises'
import { cpus } from 'node:os'
import { basename } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { demoCoach, signIn } from '../e2e/coach.ts'
import { makeFile } from '../e2e/large-file.ts'
import { addresses } from '../e2e/product.ts'
import { wordsOf } from '../e2e/words.ts'
import { chromiumArguments } from '../scripts/chromium.ts'
import { createPartAddresses } from './storage-access.ts'

/**
 * Uploads side by side in one browser, against one server, of one file: plain XHR PUTs of the same slices, four at a time,
 * with addresses signed beforehand (= 1.00), and ours from the choice on the screen to *verified*.
 */
const sizes = [60, 500]
const rounds = 5
const partSize = 5 * 1_048_576
const coach = demoCoach('pt-BR')
const t = wordsOf('pt-BR')

const openPage = async (): Promise<{ page: Page; close: () => Promise<void> }> => {
  const executablePath = process.env['CHROMIUM_PATH']
  const browser = await chromium.launch({
    args: chromiumArguments,
    ...(executablePath && { executablePath }),
  })
  const page = await browser.newPage({ baseURL: addresses.site, locale: 'pt-BR' })
  await page.addInitScript(() => {
    Object.defineProperty(window, 'showOpenFilePicker', { value: undefined })
  })
  return { page, close: () => browser.close() }
}

/** ms of plain XHR */
const plain = async (page: Page, path: string, targets: string[]): Promise<number> => {
  await page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<input type="file" id="bench-file">')
  })
  await page.locator('#bench-file').setInputFiles(path)
  return page.evaluate(
    async ({ targets, partSize }) => {
      const field = document.querySelector<HTMLInputElement>('#bench-file')
      const file = field?.files?.[0]
      if (!file) throw new Error('no file')
      let next = 0
      const put = (index: number) =>
        new Promise<void>((resolve, reject) => {
          const request = new XMLHttpRequest()
          request.open('PUT', targets[index] ?? '')
          request.addEventListener('load', () =>
            request.status === 200 ? resolve() : reject(new Error(`answered ${request.status}`)),
          )
          request.addEventListener('error', () => reject(new Error('no answer')))
          request.send(file.slice(index * partSize, (index + 1) * partSize))
        })
      const lane = async () => {
        while (next < targets.length) await put(next++)
      }
      const start = performance.now()
      await Promise.all([lane(), lane(), lane(), lane()])
      const took = performance.now() - start
      field.remove()
      return took
    },
    { targets, partSize },
  )
}

/** ms of ours, to the moment the screen says that size and parts were verified */
const ours = async (page: Page, path: string): Promise<number> => {
  const row = page
    .getByRole('listitem')
    .filter({ hasText: basename(path) })
    .filter({ hasText: t('files.state.completed') })
  const field = page.getByLabel(t('files.choose'), { exact: true }).and(page.locator('input'))
  await page.evaluate(() => {
    addEventListener('change', () => performance.mark('chosen'), { capture: true, once: true })
  })
  await field.setInputFiles(path)
  await row.waitFor({ timeout: 300_000 })
  const took = await page.evaluate(
    () => performance.now() - (performance.getEntriesByName('chosen').at(-1)?.startTime ?? 0),
  )
  await page
    .getByRole('button', {
      name: t('files.actionOn', { action: t('files.button.dismiss'), name: basename(path) }),
    })
    .click()
  return took
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const partAddresses = await createPartAddresses(coach)
const { page, close } = await openPage()
await signIn(page, coach)
await page.goto('/pt-BR/files')
await page.getByRole('heading', { name: t('files.title') }).waitFor()

console.log(
  `\n${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, ${rounds} rounds interleaved, medians\n`,
)
console.log('| MiB | plain XHR MB/s | ours MB/s | ours ÷ plain |\n| --- | --- | --- | --- |')
for (const mebibytes of sizes) {
  const times = { plain: [] as number[], ours: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    const name = `bench-${mebibytes}-${round}.bin`
    const path = await makeFile(name, mebibytes)
    times.plain.push(await plain(page, path, await partAddresses(`plain-${name}`, mebibytes / 5)))
    times.ours.push(await ours(page, path))
    await rm(path)
  }
  const speed = (ms: number) => ((mebibytes * 1.048_576) / ms) * 1000
  const [slow, fast] = [speed(median(times.plain)), speed(median(times.ours))]
  console.log(`| ${mebibytes} | ${slow.toFixed(0)} | ${fast.toFixed(0)} | ${(fast / slow).toFixed(2)} |`)
}
await close()
