import type { RequestName, Trouble } from './fake-object-store.ts'

/** Creates a function that returns `trouble` for the first `times` requests of a name. */
export const firstTimes = (times: number, name: RequestName, trouble: Trouble) => {
  let left = times
  return (requestName: RequestName): Trouble => (requestName === name && left-- > 0 ? trouble : undefined)
}
