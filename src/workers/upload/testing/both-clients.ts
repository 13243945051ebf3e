import { S3Client, type ServiceInputTypes, type ServiceOutputTypes } from '@aws-sdk/client-s3'
import { HttpRequest } from '@smithy/core/protocols'
import type { FinalizeRequestMiddleware } from '@smithy/types'
import type { StorageAddress } from '../../../uploads/contract.ts'
import { createS3Client, type S3Client as OurClient } from '../transport/s3-client.ts'
import type { S3RequestHandler } from '../transport/xhr-handler.ts'

export type Address = Omit<StorageAddress, 'bucket'>
export type Reply = { statusCode: number; headers?: Record<string, string>; body?: string }

export const amazon: Address = { region: 'eu-central-1' }
export const standIn: Address = { region: 'us-east-1', endpoint: 'http://localhost:8082/store' }

const keys = { accessKeyId: 'KEY', secretAccessKey: 'secret', sessionToken: 'token/+=' }
const credentials = async () => keys

/** Records the sent requests, and responds with the reply. */
const createHandler = ({ statusCode, headers = {}, body = '' }: Reply) => {
  const sent: Record<string, unknown>[] = []
  const handler: S3RequestHandler = {
    handle: async (request) => {
      sent.push({ ...request })
      return { response: { statusCode, headers: { ...headers }, body: new Blob([body]).stream() } }
    },
  }
  return { sent, handler }
}

/**
 * Headers that describe the SDK and its retries to the store; our client does not send them. The last one
 * exists only in Node.
 */
const informing = ['amz-sdk-invocation-id', 'amz-sdk-request', 'x-amz-user-agent', 'user-agent', 'Expect']

const dropInforming: FinalizeRequestMiddleware<ServiceInputTypes, ServiceOutputTypes> = (next) => (args) => {
  if (HttpRequest.isInstance(args.request)) for (const name of informing) delete args.request.headers[name]
  return next(args)
}

/** The SDK's full client, with the settings that our client always has. */
const createTheirs = (address: Address, requestHandler: S3RequestHandler): S3Client => {
  const theirs = new S3Client({
    ...address,
    forcePathStyle: address.endpoint !== undefined,
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
  theirs.middlewareStack.addRelativeTo(dropInforming, {
    relation: 'before',
    toMiddleware: 'httpSigningMiddleware',
    name: 'dropInforming',
  })
  return theirs
}

type Outcome = { result: unknown; error?: Error; sent: Record<string, unknown>[]; clockOffset: number }

/** Sends the same request with the SDK's client and with ours, and gives both the same response. */
export const withBoth = async (
  address: Address,
  reply: Reply,
  request: (client: OurClient) => Promise<unknown>,
): Promise<{ theirs: Outcome; ours: Outcome }> => {
  const run = async (create: (requestHandler: S3RequestHandler) => OurClient): Promise<Outcome> => {
    const { sent, handler } = createHandler(reply)
    const client = create(handler)
    const outcome = await request(client).then(
      (result) => ({ result }),
      (error: Error) => ({ result: Object.assign({}, error), error }),
    )
    return { ...outcome, sent, clockOffset: client.config.systemClockOffset }
  }
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the SDK's client can do more than ours
    theirs: await run((handler) => createTheirs(address, handler) as unknown as OurClient),
    ours: await run((requestHandler) => createS3Client({ address, credentials, requestHandler })),
  }
}
