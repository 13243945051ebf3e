import * as v from 'valibot'
import { ignoreInvalid } from '../../../lib/ignore-invalid.ts'

/** Reads the id of an account from the search of an admin page. The router reads digits as a number. */
export const customerSearch = v.object({
  customer: ignoreInvalid(
    v.pipe(
      v.union([v.string(), v.number()]),
      v.transform((id) => String(id)),
    ),
  ),
})
