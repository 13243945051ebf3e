import { useSyncExternalStore } from 'react'
import type { Store } from './create-store.ts'

/** Subscribes a component to a store. `read` must return the same value until the store changes. */
export const useStore = <T>({ subscribe }: Pick<Store<T>, 'subscribe'>, read: () => T): T =>
  useSyncExternalStore(subscribe, read)
