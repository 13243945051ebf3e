import { CreateMultipartUploadCommand, S3Client, UploadPartCommand } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { Amplify } from 'aws-amplify'
import { fetchAuthSession, signIn } from 'aws-amplify/auth'
import { parseEnv } from '../../../src/config/env.ts'
import type { Coach } from '../../people/coach.ts'
import type { Target } from './page/uploader.ts'

const signedIn = async ({ email, password }: Coach) => {
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
  if (!credentials?.sessionToken || identityId === undefined)
    throw new Error('The identity pool gave no credentials.')
  const { accessKeyId, secretAccessKey, sessionToken } = credentials
  return { storage: env.storage, identityId, credentials: { accessKeyId, secretAccessKey, sessionToken } }
}

/**
 * Signs in without the app. Resolves with a function that creates the target of an upload, with presigned
 * addresses of its parts.
 */
export const createTargets = async (coach: Coach) => {
  const { storage, identityId, credentials } = await signedIn(coach)
  const { region, bucket, endpoint = '' } = storage
  const s3 = new S3Client({
    region,
    credentials,
    endpoint,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })

  return async (name: string, parts: number): Promise<Target> => {
    const key = `private/${identityId}/${name}`
    const upload = { Bucket: bucket, Key: key }
    const { UploadId } = await s3.send(new CreateMultipartUploadCommand(upload))
    const partAddresses = await Promise.all(
      Array.from({ length: parts }, (_, index) =>
        getSignedUrl(s3, new UploadPartCommand({ ...upload, UploadId, PartNumber: index + 1 })),
      ),
    )
    return { endpoint, region, bucket, key, credentials, partAddresses }
  }
}
