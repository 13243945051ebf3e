/** A call that a service refuses: thrown anywhere in an endpoint, written in the service's own form. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  /** the field of the body that was wrong */
  readonly path: string | undefined

  constructor(status: number, code: string, message: string, path?: string) {
    super(message)
    this.name = 'Refusal'
    this.status = status
    this.code = code
    this.path = path
  }
}

/** Whatever was thrown as a refusal; what is none is our own mistake and gets the code `failed`. */
export const refusalOf = (error: unknown, failed: string): Refusal => {
  if (error instanceof Refusal) return error
  // The stack says where our own mistake is; it never holds what the client sent.
  console.error(error)
  return new Refusal(500, failed, 'Internal error.')
}
