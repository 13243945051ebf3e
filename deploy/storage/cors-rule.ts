/** A rule of a bucket's CORS configuration, in S3's format. */
export type CorsRule = {
  AllowedOrigins: readonly string[]
  AllowedMethods: readonly ('GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE')[]
  AllowedHeaders: readonly string[]
  ExposeHeaders: readonly string[]
  MaxAgeSeconds: number
}

/**
 * What pages of these origins may call and read at the bucket. The stand-in enforces the rule, the stack sets
 * it, and `docs/production.md` shows it. Without `ETag`, browsers cannot complete a multipart upload.
 */
export const corsRule = (origins: readonly string[]): CorsRule => ({
  AllowedOrigins: origins,
  AllowedMethods: ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'],
  AllowedHeaders: ['*'],
  ExposeHeaders: [
    'ETag',
    'Date',
    'Last-Modified',
    'Retry-After',
    'Content-Range',
    'Content-Length',
    'Content-Encoding',
    'Content-Disposition',
    'Accept-Ranges',
    'x-amz-request-id',
    'x-amz-id-2',
    'x-amz-mp-parts-count',
    'x-amz-meta-upload',
    'x-amz-checksum-type',
    'x-amz-checksum-crc32',
    'x-amz-checksum-sha1',
    'x-amz-checksum-sha256',
  ],
  // Each part has its own URL, so the cache of preflights hardly matters for uploads.
  MaxAgeSeconds: 3000,
})
