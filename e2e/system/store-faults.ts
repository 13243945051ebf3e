import { expect } from '@playwright/test'
import * as v from 'valibot'
import { addresses } from './addresses.ts'
import type { StoreFaults } from './fault-rules.ts'

const control = `${addresses.faultProxy}/_faults`
const report = v.object({
  passed: v.array(
    v.object({
      method: v.string(),
      path: v.string(),
      status: v.number(),
      bytes: v.number(),
      isOver: v.boolean(),
    }),
  ),
})

/** Sets the faults for the object store's requests from now on. `{}`: none. */
export const setStoreFaults = async (faults: StoreFaults): Promise<void> => {
  await fetch(control, { method: 'PUT', body: JSON.stringify(faults) })
}

/** The console message if the line is back while the app still checks for a connection. */
export const sentAgain = /A request to the object store failed and is sent again/

export const clearPassed = async (): Promise<void> => {
  await fetch(control, { method: 'DELETE' })
}

const passedRequests = async () => {
  const { passed } = v.parse(report, await (await fetch(control)).json())
  return passed.map(({ path, method, status, bytes, isOver }) => {
    const { pathname, searchParams } = new URL(path, control)
    return { method, key: decodeURIComponent(pathname), query: searchParams, status, bytes, isOver }
  })
}

/** Cuts the connection, and waits until no request is under way: a closed tab keeps sending for a moment. */
export const cutAndWait = async (): Promise<void> => {
  await setStoreFaults({ down: true })
  await expect.poll(async () => (await passedRequests()).filter(({ isOver }) => !isOver)).toEqual([])
}

/** The parts that reached the object store since the last `clearPassed`, with number, status and bytes. */
export const passedParts = async () =>
  (await passedRequests()).flatMap(({ method, query, status, bytes }) => {
    const part = query.get('partNumber')
    return method === 'PUT' && part !== null ? [{ part: Number(part), status, bytes }] : []
  })

/** The number of CORS preflights since the last `clearPassed`. */
export const passedPreflights = async (): Promise<number> =>
  (await passedRequests()).filter(({ method }) => method === 'OPTIONS').length

/** The keys of the objects that were completed since the last `clearPassed`. */
export const completedKeys = async (): Promise<string[]> =>
  (await passedRequests())
    .filter(({ method, query, status }) => method === 'POST' && query.has('uploadId') && status === 200)
    .map(({ key }) => key)
