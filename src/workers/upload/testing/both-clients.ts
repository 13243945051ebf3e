import { S3Client, type ServiceInputTypes, type ServiceOutputTypes } from '@aws-sdk/client-s3'
import { HttpRequest } from '@smithy/core/protocols'
import type { FinalizeRequestMiddleware } from '@smithy/types'
import type { BucketConfig } from '../../../uploads/contract.ts'
import { createS3Client, type S3Client as OurClient } from '../transport/s3-client.ts'
import type { S3RequestHandler } from '../transport/xhr-handler.ts'

export type ClientConfig = Omit<BucketConfig, 'bucket'>
export type Reply = { statusCode: number; headers?: Record<string, string>; body?: string }

export const amazon: ClientConfig = { region: 'eu-central-1' }
export const standIn: ClientConfig = { region: 'us-east-1', endpoint: 'http://localhost:8082/store' }

const keys = { accessKeyId: 'KEY', secretAccessKey: 'secret', sessionToken: 'token/+=' }
const credentials = async () => keys

/** Records the sent requests, and responds with the reply. */
const createHandler = ({ statusCode, headers = {}, body = '' }: Reply) => {
  const requests: Record<string, unknown>[] = []
  const handler: S3RequestHandler = {
    handle: async (request) => {
      requests.push({ ...request })
      return { response: { statusCode, headers: { ...headers }, body: new Blob([body]).stream() } }
    },
  }
  return { requests, handler }
}

/**
 * Headers that describe the SDK and its retries to the object store; our client does not send them. The last
 * one exists only in Node.
 */
const sdkHeaders = ['amz-sdk-invocation-id', 'amz-sdk-request', 'x-amz-user-agent', 'user-agent', 'Expect']

const dropSdkHeaders: FinalizeRequestMiddleware<ServiceInputTypes, ServiceOutputTypes> = (next) => (args) => {
  if (HttpRequest.isInstance(args.request)) for (const name of sdkHeaders) delete args.request.headers[name]
  return next(args)
}

/** The SDK's full client, with the settings that our client always has. */
const createSdkClient = (config: ClientConfig, requestHandler: S3RequestHandler): S3Client => {
  const sdkClient = new S3Client({
    ...config,
    forcePathStyle: config.endpoint !== undefined,
    requestHandler: {
      ...requestHandler,
      updateHttpClientConfig: () => undefined,
      httpHandlerConfigs: () => ({}),
    },
    credentials,
    maxAttempts: 1,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  sdkClient.middlewareStack.addRelativeTo(dropSdkHeaders, {
    relation: 'before',
    toMiddleware: 'httpSigningMiddleware',
    name: 'dropSdkHeaders',
  })
  return sdkClient
}

type Outcome = { result: unknown; error?: Error; sent: Record<string, unknown>[]; clockOffset: number }

/** Sends the same request with the SDK's client and with ours, and gives both the same response. */
export const withBoth = async (
  config: ClientConfig,
  reply: Reply,
  request: (client: OurClient) => Promise<unknown>,
): Promise<{ theirs: Outcome; ours: Outcome }> => {
  const run = async (create: (requestHandler: S3RequestHandler) => OurClient): Promise<Outcome> => {
    const { requests, handler } = createHandler(reply)
    const client = create(handler)
    const outcome = await request(client).then(
      (result) => ({ result }),
      (error: Error) => ({ result: Object.assign({}, error), error }),
    )
    return { ...outcome, sent: requests, clockOffset: client.config.systemClockOffset }
  }
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the SDK's client can do more than ours
    theirs: await run((handler) => createSdkClient(config, handler) as unknown as OurClient),
    ours: await run((requestHandler) =>
      createS3Client({ bucketConfig: config, credentials, requestHandler }),
    ),
  }
}
