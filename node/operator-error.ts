/** An error that the operator can fix. Printed as one line, without a stack. */
export class OperatorError extends Error {
  override name = 'OperatorError'
}

/** Returns the message of any thrown value. Joins the messages of an `AggregateError`. */
export const getErrorMessage = (thrown: unknown): string => {
  if (thrown instanceof AggregateError) return thrown.errors.map(getErrorMessage).join('; ')
  return thrown instanceof Error ? thrown.message : String(thrown)
}
