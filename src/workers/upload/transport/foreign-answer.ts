import type { ServiceInputTypes, ServiceOutputTypes } from '@aws-sdk/client-s3'
import type { InitializeMiddleware } from '@smithy/types'
import * as v from 'valibot'
import { parseOrUndefined } from '../../../lib/parse-or-undefined.ts'

type Success = {
  $metadata: { httpStatusCode?: number | undefined }
  ETag?: unknown
  IsTruncated?: unknown
  LastModified?: unknown
  UploadId?: unknown
  CopyObjectResult?: { ETag?: unknown } | undefined
  CopyPartResult?: { ETag?: unknown } | undefined
  /** Set by the presigner, which only signs a request to get its URL. */
  presigned?: unknown
}

/** Whether a success is a page of a list, which always says whether it is the last page. */
const isListPage = ({ IsTruncated }: Success) => IsTruncated !== undefined
/** Whether a success describes an object, or comes from signing a URL, which sends nothing. */
const isObject = ({ ETag, LastModified, presigned }: Success) =>
  (ETag ?? LastModified ?? presigned) !== undefined

/**
 * By command: whether a successful response contains what the object store always sends, in the body or in a
 * header that no CORS rule hides. UploadPart and PutObject are missing, because their responses contain nothing
 * of the kind: `create-transport.ts` checks afterwards whether the part or object is stored.
 */
const looksLikeStore: Record<string, (success: Success) => boolean> = {
  AbortMultipartUploadCommand: ({ $metadata }) => $metadata.httpStatusCode === 204,
  CompleteMultipartUploadCommand: ({ ETag }) => ETag !== undefined,
  CopyObjectCommand: ({ CopyObjectResult }) => CopyObjectResult?.ETag !== undefined,
  CreateMultipartUploadCommand: ({ UploadId }) => UploadId !== undefined,
  GetObjectCommand: isObject,
  HeadObjectCommand: isObject,
  ListMultipartUploadsCommand: isListPage,
  ListObjectsCommand: isListPage,
  ListObjectsV2Command: isListPage,
  ListPartsCommand: isListPage,
  UploadPartCopyCommand: ({ CopyPartResult }) => CopyPartResult?.ETag !== undefined,
}

const refusalSchema = v.object({
  Code: v.optional(v.string()),
  $response: v.object({ statusCode: v.number() }),
})

/**
 * Whether a refusal has no code. Every refusal of the object store has one. Excludes 429 and 5xx, because a
 * proxy in front of the object store may ask for fewer requests, or may itself have a problem.
 */
const isWithoutCode = ({ Code, $response: { statusCode } }: v.InferOutput<typeof refusalSchema>): boolean =>
  Code === undefined && statusCode >= 400 && statusCode < 500 && statusCode !== 429

/**
 * Creates the error for an answer that comes from something else on the network than the object store, such
 * as a Wi-Fi network with a sign-in page or a firewall. `received` is the part of the response that shows its
 * status.
 */
const createForeignAnswerError = (received: object) =>
  Object.assign(new Error('The response did not come from the object store'), received, {
    name: 'ForeignAnswer',
  })

/**
 * Rejects a response that does not come from the object store as `ForeignAnswer`: a success that lacks
 * what the object store always sends, or a refusal without a code.
 */
export const rejectForeignAnswers: InitializeMiddleware<ServiceInputTypes, ServiceOutputTypes> =
  (next, { commandName = '' }) =>
  async (args) => {
    const result = await next(args).catch((error: unknown) => {
      const refusal = parseOrUndefined(refusalSchema, error)
      // The response to a HEAD has no body that could hold a code.
      if (!refusal || !isWithoutCode(refusal) || commandName === 'HeadObjectCommand') throw error
      throw createForeignAnswerError({ $response: refusal.$response })
    })
    const { $metadata } = result.output
    // The success of a command without an entry in `looksLikeStore` is not checked here.
    if (looksLikeStore[commandName]?.(result.output) ?? true) return result
    throw createForeignAnswerError({ $metadata })
  }
