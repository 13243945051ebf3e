/**
 * An error that the client receives, in the service's own format. Any part of an endpoint may throw it.
 */
export class ServiceError extends Error {
  readonly status: number
  readonly code: string
  /** The field of the body that was wrong. */
  readonly path: string | undefined

  constructor(status: number, code: string, message: string, path?: string) {
    super(message)
    this.name = 'ServiceError'
    this.status = status
    this.code = code
    this.path = path
  }
}

/** Returns a `ServiceError` as it is. Any other error is a bug in this server and gets `failureCode`. */
export const toServiceError = (error: unknown, failureCode: string): ServiceError => {
  if (error instanceof ServiceError) return error
  // The stack shows where the bug is. It never contains what the client sent.
  console.error(error)
  return new ServiceError(500, failureCode, 'Internal error.')
}
