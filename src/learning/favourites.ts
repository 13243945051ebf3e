import { useEffect, useState } from 'react'
import * as v from 'valibot'
import type { KeyValues } from '../platform/storage/key-values.ts'
import { createStoredValue, type StoredValue } from '../platform/storage/stored-value.ts'

/** The prefix of the keys of favourites. */
export const favouritesPrefix = 'favourites/'

/** The ids of modules whose drill a customer has marked on this device. */
export const createFavourites = (values: KeyValues, customer: string): StoredValue<string[]> =>
  createStoredValue(values, `${favouritesPrefix}${customer}`, v.array(v.string()))

/** The favourites on the screen, and a function that adds or removes one. `initial`: what is stored. */
export const useFavourites = (favourites: StoredValue<string[]>, initial: readonly string[]) => {
  const [ids, setIds] = useState(initial)
  useEffect(() => {
    if (ids !== initial) void favourites.write([...ids])
  }, [favourites, ids, initial])
  const mark = (id: string, isFavourite: boolean): void =>
    setIds((current) => [...current.filter((other) => other !== id), ...(isFavourite ? [id] : [])])
  return { ids, mark }
}
