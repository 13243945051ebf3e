/** An error as AWS services send it: a type that clients switch on, and a readable message. */
export class AwsError extends Error {
  readonly type: string
  readonly status: number

  constructor(type: string, message: string, status = 400) {
    super(message)
    this.name = type
    this.type = type
    this.status = status
  }
}
