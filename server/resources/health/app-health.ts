import type { CustomerHandler } from '../../api/handler.ts'
import type { Database } from '../../db/database.ts'
import type { Measures } from '../../metrics/measures.ts'
import { storeAppErrors } from './store-app-errors.ts'

type Deps = { db: Database; measures: Pick<Measures, 'appError' | 'appVital' | 'appUpload'>; now: () => Date }

/**
 * Stores and measures what a device counted. The session serves only to limit who may send; nothing
 * identifies its customer.
 */
export const createAppHealth = ({ db, measures, now }: Deps) => {
  const appHealth: CustomerHandler<'appHealth'> = async ({ errors, vitals, uploads }) => {
    await storeAppErrors(db, errors, now())
    for (const error of errors) measures.appError(error)
    for (const vital of vitals) measures.appVital(vital)
    for (const upload of uploads) measures.appUpload(upload)
    return {}
  }
  return { appHealth }
}
