import { S3ServiceException } from '@aws-sdk/client-s3'

/** Resolves with the error of a call: `403 AccessDenied`. Throws if the call succeeds. */
export const readError = async (call: Promise<unknown>) => {
  try {
    await call
  } catch (error) {
    if (error instanceof S3ServiceException) return `${error.$metadata.httpStatusCode} ${error.name}`
    throw error
  }
  throw new Error('The call succeeded.')
}
