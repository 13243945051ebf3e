import { CreateMultipartUploadCommand, S3Client, UploadPartCommand } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { Amplify } from 'aws-amplify'
import { fetchAuthSession, signIn } from 'aws-amplify/auth'
import { parseEnv } from '../src/config/env.ts'
import type { Coach } from '../e2e/coach.ts'

/** Signs in outside the app and signs the addresses of a multipart upload's parts beforehand. */
export const createPartAddresses = async ({ email, password }: Coach) => {
  const env = parseEnv(process.env)
  const { userPoolId, webClientId } = env.pools.BR
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId,
        userPoolClientId: webClientId,
        identityPoolId: env.identityPoolId,
        ...(env.userPoolEndpoint && { userPoolEndpoint: env.userPoolEndpoint }),
        ...(env.identityPoolEndpoint && { identityPoolEndpoint: env.identityPoolEndpoint }),
      },
    },
  })
  await signIn({ username: email, password })
  const { credentials, identityId } = await fetchAuthSession()
  if (!credentials || identityId === undefined) throw new Error('The identity pool gave no credentials.')

  const { region, bucket: Bucket, endpoint } = env.storage
  const s3 = new S3Client({
    region,
    credentials,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    ...(endpoint && { endpoint }),
  })

  return async (name: string, parts: number): Promise<string[]> => {
    const Key = `private/${identityId}/${name}`
    const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key }))
    return Promise.all(
      Array.from({ length: parts }, (_, index) =>
        getSignedUrl(s3, new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: index + 1 })),
      ),
    )
  }
}
