/** The actions of S3 that the app needs. */
export type StorageAction =
  | 's3:GetObject'
  | 's3:PutObject'
  | 's3:DeleteObject'
  | 's3:AbortMultipartUpload'
  | 's3:ListMultipartUploadParts'
  | 's3:ListBucket'
  | 's3:ListBucketMultipartUploads'

/** A statement of an IAM policy, as far as this role needs one. */
export type RoleStatement = {
  Sid: string
  Effect: 'Allow'
  Action: readonly StorageAction[]
  Resource: readonly string[]
  Condition?: { StringLike: { 's3:prefix': readonly string[] } }
}

/** IAM puts the coach's identity in its place at each request. */
export const identityVariable = '${cognito-identity.amazonaws.com:sub}'

const own = ['public', 'protected', 'private'].map((level) => `${level}/${identityVariable}/*`)
const readable = ['public/*', 'protected/*', `private/${identityVariable}/*`]

/**
 * What the identity pool's role for signed-in coaches may do (specification §6): write one's own files, read everybody's public
 * and protected ones. The stand-in obeys these statements, the stack sets them, and `docs/production.md` shows them.
 */
export const roleStatements = (bucket: string): RoleStatement[] => {
  const whole = `arn:aws:s3:::${bucket}`
  const below = (patterns: readonly string[]) => patterns.map((pattern) => `${whole}/${pattern}`)
  return [
    {
      Sid: 'WriteOwnFiles',
      Effect: 'Allow',
      Action: ['s3:PutObject', 's3:DeleteObject', 's3:AbortMultipartUpload', 's3:ListMultipartUploadParts'],
      Resource: below(own),
    },
    { Sid: 'ReadFiles', Effect: 'Allow', Action: ['s3:GetObject'], Resource: below(readable) },
    {
      Sid: 'ListFiles',
      Effect: 'Allow',
      Action: ['s3:ListBucket'],
      Resource: [whole],
      Condition: { StringLike: { 's3:prefix': readable } },
    },
    // It knows no `s3:prefix`: AWS refuses the call where a condition names one.
    { Sid: 'ListUploads', Effect: 'Allow', Action: ['s3:ListBucketMultipartUploads'], Resource: [whole] },
  ]
}
