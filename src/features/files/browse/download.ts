import { ok, type Result } from '../../../lib/result.ts'
import type { StorageCalls, StorageProblem } from '../../../uploads/storage-contract.ts'
import type { AccessLevel } from '../../../uploads/task.ts'

/**
 * Lets the browser save a stored file: it streams to the disk and never through our memory. The file is asked for first,
 * because a link that fails would replace the app by an error page.
 */
export const download = async (
  storage: StorageCalls,
  level: AccessLevel,
  key: string,
): Promise<Result<void, StorageProblem>> => {
  const found = await storage.head({ level, key })
  if (!found.ok) return found
  const address = await storage.presignedGet({ level, key, download: true })
  if (!address.ok) return address
  const link = document.createElement('a')
  link.href = address.value
  link.download = ''
  link.click()
  return ok(undefined)
}
