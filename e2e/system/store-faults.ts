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

/** The app's warning if the connection returns while the app still checks whether it has one. */
export const sentAgainWarning = /A request to the object store failed and is sent again/

export const clearPassedRequests = async (): Promise<void> => {
  await fetch(control, { method: 'DELETE' })
}

const listPassedRequests = async () => {
  const { passed } = v.parse(report, await (await fetch(control)).json())
  return passed.map(({ path, method, status, bytes, isOver }) => {
    const { pathname, searchParams } = new URL(path, control)
    return { method, key: decodeURIComponent(pathname), query: searchParams, status, bytes, isOver }
  })
}

/** Cuts the connection, and waits until no request is under way: a closed tab keeps sending for a moment. */
export const cutAndWait = async (): Promise<void> => {
  await setStoreFaults({ down: true })
  await expect.poll(async () => (await listPassedRequests()).filter(({ isOver }) => !isOver)).toEqual([])
}

/** Lists the parts that reached the object store since the last `clearPassedRequests`, with their bytes. */
export const listPassedParts = async () =>
  (await listPassedRequests()).flatMap(({ method, query, status, bytes }) => {
    const part = query.get('partNumber')
    return method === 'PUT' && part !== null ? [{ part: Number(part), status, bytes }] : []
  })

/** Counts the CORS preflights since the last `clearPassedRequests`. */
export const countPassedPreflights = async (): Promise<number> =>
  (await listPassedRequests()).filter(({ method }) => method === 'OPTIONS').length

/** Lists the keys of the objects that were completed since the last `clearPassedRequests`. */
export const listCompletedKeys = async (): Promise<string[]> =>
  (await listPassedRequests())
    .filter(({ method, query, status }) => method === 'POST' && query.has('uploadId') && status === 200)
    .map(({ key }) => key)
