import type { IncomingHttpHeaders } from 'node:http'
import * as v from 'valibot'
import { AwsError } from './aws-error.ts'

/** The request as it was signed, for operations that verify the signature. */
export type SignedRequest = { headers: IncomingHttpHeaders; body: string }
/** A call of an AWS service, from its input to its output. Throws `AwsError`. */
export type Operation = (input: unknown, request: SignedRequest) => Promise<object>

const createInvalidParameterError = (issues: readonly v.BaseIssue<unknown>[]) => {
  const errors = issues.map((issue) => {
    const path = v.getDotPath(issue) ?? 'input'
    const member = path.charAt(0).toLowerCase() + path.slice(1)
    const rule = issue.input === undefined ? 'Member must not be null' : issue.message
    return `Value at '${member}' failed to satisfy constraint: ${rule}`
  })
  const count = `${errors.length} validation error${errors.length === 1 ? '' : 's'} detected`
  return new AwsError('InvalidParameterException', `${count}: ${errors.join('; ')}`)
}

/**
 * Defines an operation that validates its input first. Rejects an invalid member (AWS's word for a field of
 * the input) with AWS's message.
 */
export const defineOperation =
  <T>(
    schema: v.GenericSchema<unknown, T>,
    run: (input: T, request: SignedRequest) => object | Promise<object>,
  ): Operation =>
  async (input, request) => {
    const parsed = v.safeParse(schema, input)
    if (!parsed.success) throw createInvalidParameterError(parsed.issues)
    return run(parsed.output, request)
  }
