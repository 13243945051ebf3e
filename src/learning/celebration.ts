import { useState } from 'react'
import * as v from 'valibot'
import type { KeyValues } from '../platform/storage/key-values.ts'
import { createStoredValue, type StoredValue } from '../platform/storage/stored-value.ts'
import { storedPrefixes } from './stored-prefixes.ts'

/** Stores that a customer completed a module on this device, until the result has congratulated them. */
export const createCelebration = (
  keyValues: KeyValues,
  customerId: string,
  moduleId: string,
): StoredValue<true> =>
  createStoredValue(keyValues, `${storedPrefixes.celebrations}${customerId}/${moduleId}`, v.literal(true))

/**
 * Says whether a module was completed and not yet celebrated (`isNew`), also after a reload. `isStored` is what
 * was stored when the page was loaded.
 */
export const useCelebration = (stored: StoredValue<true>, isStored: boolean) => {
  const [state, setState] = useState({ stored, isNew: isStored })
  const set = (isNew: boolean) => {
    setState({ stored, isNew })
    void (isNew ? stored.write(true) : stored.discard())
  }
  return {
    // The component stays mounted when the coach opens another module.
    isNew: state.stored === stored ? state.isNew : isStored,
    onComplete: () => set(true),
    onCelebrated: () => set(false),
  }
}
