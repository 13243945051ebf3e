import type { Log } from '../../../platform/log.ts'
import type { Callbacks } from '../../../uploads/storage-contract.ts'

const names = ['onProgress', 'onComplete', 'onError'] as const

/** The callbacks that can be called; the others are warned about and left out (specification §5). */
export const usableCallbacks = <T>(given: Callbacks<T> | undefined, log: Log): Callbacks<T> => {
  const usable = { ...given }
  for (const name of names) {
    if (usable[name] === undefined || typeof usable[name] === 'function') continue
    log.warn(`${name} is not a function, and is not called`)
    delete usable[name]
  }
  return usable
}
