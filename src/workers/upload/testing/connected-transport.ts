import { fail, ok } from '../../../lib/result.ts'
import type { AutomaticRetry, CredentialsSource } from '../../../uploads/contract.ts'
import { createSender } from '../transport/create-sender.ts'
import { createTransport } from '../transport/create-transport.ts'
import { createCredentials } from '../transport/credentials.ts'

export type Reply = { status: number; headers?: Record<string, string>; xml?: string } | Error
export type SentRequest = {
  method: string
  query: Record<string, string>
  headers: Record<string, string>
  body?: unknown
}

const start = Date.parse('2026-06-01T12:00:00Z')

/** Creates a transport whose requests receive these replies, in order. The last reply repeats. */
export const connectTransport = (...replies: Reply[]) => {
  const requests: SentRequest[] = []
  const logged: unknown[][] = []
  const retries: AutomaticRetry[] = []
  let issued = 0
  let isSessionOver = false
  const source: CredentialsSource = async () => {
    if (isSessionOver) return fail('sign-in-needed')
    issued++
    return ok({
      identityId: 'us-east-1:ana',
      accessKeyId: `KEY${issued}`,
      secretAccessKey: 'secret',
      sessionToken: `token-${issued}`,
      expiration: start + 3_600_000,
    })
  }
  const now = () => start
  const credentials = createCredentials(source, now)
  credentials.setCustomer('ana')
  const sender = createSender({
    bucketConfig: { region: 'us-east-1', bucket: 'files', endpoint: 'http://storage.example' },
    credentials,
    now,
    onRetry: (retry) => void retries.push(retry),
    log: { warn: (...line) => logged.push(line), error: (...line) => logged.push(line) },
    requestHandler: {
      handle: async (request: SentRequest) => {
        requests.push(request)
        const reply = replies.length > 1 ? replies.shift() : replies[0]
        if (!reply || reply instanceof Error) throw reply ?? new Error('no result planned')
        const { status: statusCode, headers = {}, xml = '' } = reply
        return { response: { statusCode, headers, body: new Blob([xml]).stream() } }
      },
    },
  })
  return {
    transport: createTransport(sender, 'files'),
    requests,
    logged,
    retries,
    issued: () => issued,
    endSession: () => {
      isSessionOver = true
    },
    client: sender.client,
  }
}

/** Returns a refusal in the XML form of S3. */
export const refusal = (code: string, more = '') =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message>${more}</Error>`

export const part = { key: 'k', uploadId: 'u', number: 1, body: new Blob(['x']), checksum: 'AAAAAA==' }
/** The response of S3 to a stored part or whole object, if the bucket's CORS rule exposes both headers. */
export const stored = { status: 200, headers: { etag: '"e"', 'x-amz-checksum-crc32': part.checksum } }
