/** A call that a service refuses: thrown anywhere in an endpoint, put into the service's own words by its form. */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  /** the field of the body that was wrong */
  readonly path: string | undefined

  constructor(status: number, code: string, message: string, path?: string) {
    super(message)
    this.name = 'Refused'
    this.status = status
    this.code = code
    this.path = path
  }
}
