import { expect } from '@playwright/test'
import * as v from 'valibot'
import { addresses } from './addresses.ts'
import type { Weather } from './weather-schema.ts'

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

/** Sets what happens to the object store's requests from now on; `{}` is fine weather. */
export const setWeather = async (weather: Weather): Promise<void> => {
  await fetch(control, { method: 'PUT', body: JSON.stringify(weather) })
}

/** What the console says where the line is back while the app still asks whether there is a connection. */
export const sentAgain = /^A request to the object store failed and is sent again/

/** Forgets what has passed. */
export const forgetPassed = async (): Promise<void> => {
  await fetch(control, { method: 'DELETE' })
}

const passedRequests = async () => {
  const { passed } = v.parse(report, await (await fetch(control)).json())
  return passed.map(({ path, method, status, bytes, isOver }) => {
    const { pathname, searchParams } = new URL(path, control)
    return { method, key: decodeURIComponent(pathname), query: searchParams, status, bytes, isOver }
  })
}

/** No connection at all, and nothing that is still on its way: a tab that dies sends on for a moment. */
export const calmDown = async (): Promise<void> => {
  await setWeather({ down: true })
  await expect.poll(async () => (await passedRequests()).filter(({ isOver }) => !isOver)).toEqual([])
}

/** The parts that reached the object store since the last `forgetPassed`: their number, status and bytes. */
export const passedParts = async () =>
  (await passedRequests()).flatMap(({ method, query, status, bytes }) => {
    const part = query.get('partNumber')
    return method === 'PUT' && part !== null ? [{ part: Number(part), status, bytes }] : []
  })

/** The requests since the last `forgetPassed` that only ask for leave to send another one (CORS preflights). */
export const passedPreflights = async (): Promise<number> =>
  (await passedRequests()).filter(({ method }) => method === 'OPTIONS').length

/** The keys of the objects that were made of their parts since the last `forgetPassed`. */
export const completedKeys = async (): Promise<string[]> =>
  (await passedRequests())
    .filter(({ method, query, status }) => method === 'POST' && query.has('uploadId') && status === 200)
    .map(({ key }) => key)
