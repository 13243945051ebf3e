/**
 * A refusal by a service. Any part of an endpoint may throw it; the response has the service's own format.
 */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  /** The field of the body that was wrong. */
  readonly path: string | undefined

  constructor(status: number, code: string, message: string, path?: string) {
    super(message)
    this.name = 'Refusal'
    this.status = status
    this.code = code
    this.path = path
  }
}

/**
 * Turns a thrown value into a refusal. Any other error is a defect here and gets the code `failureCode`.
 */
export const toRefusal = (error: unknown, failureCode: string): Refusal => {
  if (error instanceof Refusal) return error
  // The stack shows where the defect is. It never contains what the client sent.
  console.error(error)
  return new Refusal(500, failureCode, 'Internal error.')
}
