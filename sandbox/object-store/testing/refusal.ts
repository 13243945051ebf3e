import { S3ServiceException } from '@aws-sdk/client-s3'

/** The refusal of a call, such as `403 AccessDenied`. A call that succeeds fails the test. */
export const refusal = async (call: Promise<unknown>) => {
  try {
    await call
  } catch (error) {
    if (error instanceof S3ServiceException) return `${error.$metadata.httpStatusCode} ${error.name}`
    throw error
  }
  throw new Error('The call was not refused.')
}
