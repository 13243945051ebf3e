import { useEffect, useState } from 'react'
import * as v from 'valibot'
import type { KeyValues } from '../platform/storage/key-values.ts'
import { createStoredValue, type StoredValue } from '../platform/storage/stored-value.ts'
import { storedPrefixes } from './stored-prefixes.ts'

/** Stores the ids of the modules whose drill a customer has marked on this device. */
export const createFavourites = (keyValues: KeyValues, customerId: string): StoredValue<string[]> =>
  createStoredValue(keyValues, `${storedPrefixes.favourites}${customerId}`, v.array(v.string()))

/** Returns the displayed favourites and a function that marks or unmarks one. `initial` is what is stored. */
export const useFavourites = (favourites: StoredValue<string[]>, initial: readonly string[]) => {
  const [ids, setIds] = useState(initial)
  useEffect(() => {
    // Before the first change, the ids are those that are stored.
    if (ids !== initial) void favourites.write([...ids])
  }, [favourites, ids, initial])
  const mark = (id: string, isFavourite: boolean): void =>
    setIds((current) => {
      const others = current.filter((other) => other !== id)
      return isFavourite ? [...others, id] : others
    })
  return { ids, mark }
}
