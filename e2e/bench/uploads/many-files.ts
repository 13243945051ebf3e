import { rm } from 'node:fs/promises'
import { startLongTasks, type Bench } from './compare-uploads.ts'
import { makeRandomFile } from './make-random-file.ts'
import { watchRenderers, type Usage } from '../browser/renderer-usage.ts'

/**
 * Many small files together: the time from the choice until all are stored and verified, in ms, and the
 * resources used.
 */
export type ManyFiles = Usage & { took: number; longTask: number }

/** The summary above the queue, with any thousands separator: "2.000 de 2.000 envios prontos". */
const allDone = (count: number): string => {
  const digits = String(count).replace(/\B(?=(\d{3})+$)/, '\\D?')
  return `/${digits}\\D+${digits}/.test(document.querySelector('main').innerText)`
}

/** Chooses many small files together on the Files screen, which must not have other uploads. */
export const measureManyFiles = async (
  { app, browser }: Bench,
  { count, bytes }: { count: number; bytes: number },
): Promise<ManyFiles> => {
  const paths: string[] = []
  for (let index = 0; index < count; index += 1)
    paths.push(await makeRandomFile(`bench-many-${index}.bin`, bytes))
  await app.toFront()
  await app.evaluate(startLongTasks)
  const usage = await watchRenderers(browser)
  await app.choose(`document.querySelector('main input[type=file][multiple]')`, ...paths)
  const took = (await app.until(allDone(count))) - Number(await app.evaluate('window.chosenAt'))
  const cost = await usage.stop()
  const longTask = Number(await app.evaluate('window.longest'))
  await Promise.all(paths.map((path) => rm(path)))
  return { ...cost, took, longTask }
}
