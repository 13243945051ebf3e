import { Amplify } from 'aws-amplify'
import { uploadData } from 'aws-amplify/storage'
import type { Uploader } from './uploader.ts'

/** Amplify's own resumable upload. It reaches a local store only at `http://localhost:20005`. */
export const amplify: Uploader = async (file, { bucket, region, key, credentials }) => {
  Amplify.configure(
    { Storage: { S3: { bucket, region, dangerouslyConnectToHttpEndpointForTesting: 'true' } } },
    {
      Auth: {
        credentialsProvider: {
          getCredentialsAndIdentityId: () => Promise.resolve({ credentials }),
          clearCredentialsAndIdentityId: () => undefined,
        },
      },
    },
  )
  await uploadData({ path: key, data: file }).result
}
