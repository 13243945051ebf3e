import { DrizzleQueryError } from 'drizzle-orm/errors'

/** PostgreSQL's code of a row that refers to one which is not there */
const foreignKeyViolation = '23503'

/** What drizzle-kit calls the references to a customer. */
const reference = /_customer_id_customers_id_fk$/

/** Whether a statement failed because its customer is not in the database: the account was erased meanwhile. */
export const lacksCustomer = (error: unknown): boolean => {
  const cause = error instanceof DrizzleQueryError ? error.cause : undefined
  return (
    cause !== undefined &&
    'code' in cause &&
    cause.code === foreignKeyViolation &&
    'constraint' in cause &&
    reference.test(String(cause.constraint))
  )
}
