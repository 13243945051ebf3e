import type { ServiceInputTypes, ServiceOutputTypes } from '@aws-sdk/client-s3'
import type { InitializeMiddleware } from '@smithy/types'
import * as v from 'valibot'
import { parsed } from '../../../lib/parsed.ts'

type Success = {
  $metadata: { httpStatusCode?: number | undefined }
  ETag?: unknown
  IsTruncated?: unknown
  LastModified?: unknown
  UploadId?: unknown
  CopyObjectResult?: { ETag?: unknown } | undefined
  CopyPartResult?: { ETag?: unknown } | undefined
  /** Marks a GET that was only signed, to get its address. */
  presigned?: unknown
}

const isPage = ({ IsTruncated }: Success) => IsTruncated !== undefined
const isObject = ({ ETag, LastModified, presigned }: Success) =>
  (ETag ?? LastModified ?? presigned) !== undefined

/**
 * What a success of the store always contains, in the body or in a header that no CORS rule hides. A stored
 * part or a whole object has no such mark: `create-transport.ts` checks whether they are stored.
 */
const marks: Record<string, (success: Success) => boolean> = {
  AbortMultipartUploadCommand: ({ $metadata }) => $metadata.httpStatusCode === 204,
  CompleteMultipartUploadCommand: ({ ETag }) => ETag !== undefined,
  CopyObjectCommand: ({ CopyObjectResult }) => CopyObjectResult?.ETag !== undefined,
  CreateMultipartUploadCommand: ({ UploadId }) => UploadId !== undefined,
  GetObjectCommand: isObject,
  HeadObjectCommand: isObject,
  ListMultipartUploadsCommand: isPage,
  ListObjectsCommand: isPage,
  ListObjectsV2Command: isPage,
  ListPartsCommand: isPage,
  UploadPartCopyCommand: ({ CopyPartResult }) => CopyPartResult?.ETag !== undefined,
}

const refusal = v.object({
  Code: v.optional(v.string()),
  $response: v.object({ statusCode: v.number() }),
})

/** Excludes 429 and 5xx: a proxy that asks for fewer requests or is in trouble speaks for the store. */
const isWithoutCode = ({ Code, $response: { statusCode } }: v.InferOutput<typeof refusal>): boolean =>
  Code === undefined && statusCode >= 400 && statusCode < 500 && statusCode !== 429

/**
 * Something else on the network, such as a Wi-Fi with its own sign-in page or a firewall, answered in place
 * of the store.
 */
const foreign = (received: object) =>
  Object.assign(new Error('Something answered in place of the object store'), received, {
    name: 'ForeignAnswer',
  })

/**
 * Rejects a response that does not come from the store as `ForeignAnswer`: a success without its mark, or a
 * refusal without a code.
 */
export const refuseForeignAnswers: InitializeMiddleware<ServiceInputTypes, ServiceOutputTypes> =
  (next, { commandName = '' }) =>
  async (args) => {
    const result = await next(args).catch((error: unknown) => {
      const refused = parsed(refusal, error)
      // The response to a HEAD has no body that could hold a code.
      if (!refused || !isWithoutCode(refused) || commandName === 'HeadObjectCommand') throw error
      throw foreign({ $response: refused.$response })
    })
    const { $metadata } = result.output
    if (marks[commandName]?.(result.output) ?? true) return result
    throw foreign({ $metadata })
  }
