import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { openFiles, resumedOnScreen, uploadOnScreen } from '../browser/app-tab.ts'
import type { Bench } from './compare-uploads.ts'
import { makeRandomFile } from './make-random-file.ts'
import { partSize } from './page/uploader.ts'
import type { Line } from './shaped-line.ts'

const bytes = 60 * 1_048_576

const reaches = async (line: Line, target: number): Promise<void> => {
  while (line.sent() < target) await sleep(10)
}

/** Waits until no more bytes pass the line. */
const untilQuiet = async (line: Line): Promise<void> => {
  for (let before = -1; line.sent() !== before; await sleep(500)) before = line.sent()
}

/**
 * Kills the tab at half of a file, and resumes. Resolves with the number of parts that the browser sent
 * again without need. Does not count bytes that the kernel still sends from a dead tab's sockets.
 */
export const measureKill = async (bench: Bench, line: Line): Promise<number> => {
  const path = await makeRandomFile('bench-kill.bin', bytes)
  const before = line.sent()
  await uploadOnScreen(bench.app, bench.coach, path)
  await reaches(line, before + bytes / 2)
  const atKill = line.sent()
  await bench.app.close()
  await untilQuiet(line)
  const emptied = line.sent() - atKill
  bench.app = await openFiles(bench.browser, bench.coach)
  await resumedOnScreen(bench.app, bench.coach, path)
  await rm(path)
  return (line.sent() - before - emptied - bytes) / partSize
}

/**
 * Cuts the line at half of a file for a while. Resolves with the time from its return to the first byte, in
 * ms.
 */
export const measureReconnect = async (bench: Bench, line: Line, away: number): Promise<number> => {
  const path = await makeRandomFile('bench-reconnect.bin', bytes)
  const before = line.sent()
  const upload = await uploadOnScreen(bench.app, bench.coach, path)
  await reaches(line, before + bytes / 2)
  await line.down()
  await sleep(away)
  const back = await line.up()
  await upload.done()
  await rm(path)
  return (line.firstByteAt() ?? Number.NaN) - back
}
