/** A rule of a bucket's CORS configuration, in S3's format. */
export type CorsRule = {
  AllowedOrigins: readonly string[]
  AllowedMethods: readonly ('GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE')[]
  AllowedHeaders: readonly string[]
  ExposeHeaders: readonly string[]
  MaxAgeSeconds: number
}

/**
 * Returns the rule that lets pages of these origins call the bucket and read its responses. The sandbox's
 * stand-in for S3 enforces the rule, the stack sets it, and `docs/production.md` shows it. Without `ETag`,
 * the app cannot complete a multipart upload.
 */
export const createCorsRule = (origins: readonly string[]): CorsRule => ({
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
    'x-amz-meta-thumbnail',
    'x-amz-checksum-type',
    'x-amz-checksum-crc32',
    'x-amz-checksum-sha1',
    'x-amz-checksum-sha256',
  ],
  // A longer time would hardly help uploads. Preflights are cached by URL, and each part has its own URL.
  MaxAgeSeconds: 3000,
})
