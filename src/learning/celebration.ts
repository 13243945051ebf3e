import { useState } from 'react'
import * as v from 'valibot'
import type { KeyValues } from '../platform/storage/key-values.ts'
import { createStoredValue, type StoredValue } from '../platform/storage/stored-value.ts'
import { storedPrefixes } from './stored-prefixes.ts'

/**
 * Creates the stored mark that a customer has completed a module on this device. It is removed when the
 * result has congratulated the customer.
 */
export const createCelebration = (
  keyValues: KeyValues,
  customerId: string,
  moduleId: string,
): StoredValue<true> =>
  createStoredValue(keyValues, `${storedPrefixes.celebrations}${customerId}/${moduleId}`, v.literal(true))

/**
 * Returns whether a module was completed but not yet celebrated (`isNew`), which a reload does not change.
 * `isStored` says whether the mark was stored when the page was loaded.
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
