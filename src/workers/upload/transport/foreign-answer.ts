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
  /** Of a GET that is only signed, for its address */
  presigned?: unknown
}

const isPage = ({ IsTruncated }: Success) => IsTruncated !== undefined
const isObject = ({ ETag, LastModified, presigned }: Success) =>
  (ETag ?? LastModified ?? presigned) !== undefined

/**
 * What the store says in each success, in the body or in a header that no CORS rule hides. Of a part and of a whole object that is
 * nothing: `create-transport.ts` looks whether they are stored.
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

/** A proxy that asks for less (429) or is in trouble (5xx) speaks for the store. */
const isWithoutCode = ({ Code, $response: { statusCode } }: v.InferOutput<typeof refusal>): boolean =>
  Code === undefined && statusCode >= 400 && statusCode < 500 && statusCode !== 429

/** Something else on the network, as a Wi-Fi with a page of its own or a firewall, answered in place of the store. */
const foreign = (received: object) =>
  Object.assign(new Error('Something answered in place of the object store'), received, {
    name: 'ForeignAnswer',
  })

/** Fails a response that is not the store's as `ForeignAnswer`: a success without its mark, or a refusal without a code. */
export const refuseForeignAnswers: InitializeMiddleware<ServiceInputTypes, ServiceOutputTypes> =
  (next, { commandName = '' }) =>
  async (args) => {
    const result = await next(args).catch((error: unknown) => {
      const refused = parsed(refusal, error)
      // The response to a HEAD has no body for a code.
      if (!refused || !isWithoutCode(refused) || commandName === 'HeadObjectCommand') throw error
      throw foreign({ $response: refused.$response })
    })
    const { $metadata } = result.output
    if (marks[commandName]?.(result.output) ?? true) return result
    throw foreign({ $metadata })
  }
