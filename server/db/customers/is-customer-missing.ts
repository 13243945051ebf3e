import { DrizzleQueryError } from 'drizzle-orm/errors'

/** PostgreSQL's code for a reference to a missing row. */
const foreignKeyViolation = '23503'

/** The names that drizzle-kit gives references to a customer. */
const customerReference = /_customer_id_customers_id_fk$/

/** Whether a statement failed because its customer was erased just before. */
export const isCustomerMissing = (error: unknown): boolean => {
  const cause = error instanceof DrizzleQueryError ? error.cause : undefined
  return (
    cause !== undefined &&
    'code' in cause &&
    cause.code === foreignKeyViolation &&
    'constraint' in cause &&
    customerReference.test(String(cause.constraint))
  )
}
