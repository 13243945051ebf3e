import type { CallName } from '../../src/contract/product-api.ts'
import { isKnownSchema, schemaVersion, upgradeBody } from '../../src/contract/schema-version.ts'
import { fail, ok, type Result } from '../../src/lib/result.ts'
import type { Refusal } from '../http/refusal.ts'

/** Reads X-Schema-Version: makes today's body of one that was written in the form of that version. */
export const upgraderOf = (
  name: CallName,
  header: string | undefined,
): Result<(body: unknown) => unknown, Refusal> => {
  const version = header === undefined ? schemaVersion : Number(header)
  if (!isKnownSchema(version)) return fail({ code: 'schema-unknown' })
  return ok((body) => upgradeBody(name, version, body))
}
