import { fail, ok } from '../../../lib/result.ts'
import type { ProviderResult } from '../provider.ts'

/**
 * Returns the function that loads a part of the provider that most sign-ins do not need. All its callers share
 * one instance.
 */
export const createLoadPart = <T>(load: () => Promise<T>): (() => ProviderResult<T>) => {
  let part: T | undefined
  return async () => {
    try {
      const newPart = part ?? (await load())
      // Another caller may have loaded the part meanwhile.
      part ??= newPart
      return ok(part)
    } catch {
      // The download was interrupted. The next call loads the module again.
      return fail({ kind: 'network', name: 'ModuleNotLoaded' })
    }
  }
}
