/** The actions of S3 that the app needs. */
export type StorageAction =
  | 's3:GetObject'
  | 's3:PutObject'
  | 's3:DeleteObject'
  | 's3:AbortMultipartUpload'
  | 's3:ListMultipartUploadParts'
  | 's3:ListBucket'
  | 's3:ListBucketMultipartUploads'

/** An IAM policy statement, limited to what this role needs. */
export type RoleStatement = {
  Sid: string
  Effect: 'Allow'
  Action: readonly StorageAction[]
  Resource: readonly string[]
  Condition?: { StringLike: { 's3:prefix': readonly string[] } }
}

/** IAM replaces this variable with the coach's identity at each request. */
export const identityVariable = '${cognito-identity.amazonaws.com:sub}'

/** Amplify's access levels: everybody reads `public` and `protected` files, only the owner `private` ones. */
const writablePaths = ['public', 'protected', 'private'].map((level) => `${level}/${identityVariable}/*`)
const readablePaths = ['public/*', 'protected/*', `private/${identityVariable}/*`]

/**
 * Returns the permissions of the identity pool's role for signed-in coaches (specification §6): write their
 * own files, and read everybody's public and protected files. The sandbox's stand-in for S3 enforces these
 * statements, the stack sets them, and `docs/production.md` shows them.
 */
export const createRoleStatements = (bucket: string): RoleStatement[] => {
  const bucketArn = `arn:aws:s3:::${bucket}`
  const listArns = (patterns: readonly string[]) => patterns.map((pattern) => `${bucketArn}/${pattern}`)
  return [
    {
      Sid: 'WriteOwnFiles',
      Effect: 'Allow',
      Action: ['s3:PutObject', 's3:DeleteObject', 's3:AbortMultipartUpload', 's3:ListMultipartUploadParts'],
      Resource: listArns(writablePaths),
    },
    { Sid: 'ReadFiles', Effect: 'Allow', Action: ['s3:GetObject'], Resource: listArns(readablePaths) },
    {
      Sid: 'ListFiles',
      Effect: 'Allow',
      Action: ['s3:ListBucket'],
      Resource: [bucketArn],
      Condition: { StringLike: { 's3:prefix': readablePaths } },
    },
    // This action does not support `s3:prefix`: AWS refuses the call if a condition names it.
    { Sid: 'ListUploads', Effect: 'Allow', Action: ['s3:ListBucketMultipartUploads'], Resource: [bucketArn] },
  ]
}
