import * as v from 'valibot'
import { addresses } from '../product.ts'
import type { Weather } from './fault-proxy.ts'

const control = `${addresses.faultProxy}/_faults`
const report = v.object({
  passed: v.array(v.object({ method: v.string(), path: v.string(), status: v.number(), bytes: v.number() })),
})

/** Sets what happens to the object store's requests from now on; `{}` is fine weather. */
export const setWeather = async (weather: Weather): Promise<void> => {
  await fetch(control, { method: 'PUT', body: JSON.stringify(weather) })
}

/** Forgets what has passed. */
export const forgetPassed = async (): Promise<void> => {
  await fetch(control, { method: 'DELETE' })
}

/** The parts that reached the object store since the last `forgetPassed`: their number, status and bytes. */
export const passedParts = async () => {
  const { passed } = v.parse(report, await (await fetch(control)).json())
  return passed.flatMap(({ method, path, status, bytes }) => {
    const part = new URL(path, control).searchParams.get('partNumber')
    return method === 'PUT' && part !== null ? [{ part: Number(part), status, bytes }] : []
  })
}
