import type { RequestName, Trouble } from './fake-object-store.ts'

/** Trouble for the first `times` requests of a name. */
export const firstTimes = (times: number, name: RequestName, trouble: Trouble) => {
  let left = times
  return (asked: RequestName): Trouble => (asked === name && left-- > 0 ? trouble : undefined)
}
