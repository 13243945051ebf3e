/** A reason not to start that the operator can fix. Printed as one line, without a stack. */
export class StartFailure extends Error {
  override name = 'StartFailure'
}

/** Returns the message of any thrown value. Joins the messages of an `AggregateError`. */
export const getMessage = (thrown: unknown): string => {
  if (thrown instanceof AggregateError) return thrown.errors.map(getMessage).join('; ')
  return thrown instanceof Error ? thrown.message : String(thrown)
}
