import {
  identityVariable,
  createRoleStatements,
  type RoleStatement,
  type StorageAction,
} from '../../deploy/storage/role-statements.ts'
import { S3Error } from './http/errors.ts'

/**
 * A request for permission. `path` is the prefix for `s3:ListBucket`; for other actions it is the key, if
 * any.
 */
export type AccessRequest = { identityId: string; action: StorageAction; bucket: string; path: string }

const escapeRegExp = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Matches as IAM does: `*` in the pattern stands for any text, and the variable for the identity. */
const matchesIamPattern = (text: string, pattern: string, identityId: string) => {
  const parts = pattern.replaceAll(identityVariable, identityId).split('*')
  return new RegExp(`^${parts.map(escapeRegExp).join('.*')}$`, 's').test(text)
}

// Both actions that begin with `s3:ListBucket` concern the bucket, all others a key.
const toResource = ({ action, bucket, path }: AccessRequest) =>
  `arn:aws:s3:::${bucket}${action.startsWith('s3:ListBucket') ? '' : `/${path}`}`

const allows = (statement: RoleStatement, request: AccessRequest) => {
  const { identityId, action, path } = request
  const resource = toResource(request)
  const prefixes = statement.Condition?.StringLike['s3:prefix']
  return (
    statement.Action.includes(action) &&
    statement.Resource.some((pattern) => matchesIamPattern(resource, pattern, identityId)) &&
    (prefixes === undefined || prefixes.some((pattern) => matchesIamPattern(path, pattern, identityId)))
  )
}

/**
 * Whether the role of signed-in coaches allows an identity to perform an action (specification §6).
 * Production uses the same role.
 */
export const isAllowed = (request: AccessRequest) =>
  createRoleStatements(request.bucket).some((statement) => allows(statement, request))

/** Throws AccessDenied if the role does not allow the action. */
export const assertAccess = (request: AccessRequest) => {
  if (isAllowed(request)) return
  const { identityId, action } = request
  const message = `User: ${identityId} is not authorized to perform: ${action} on resource: "${toResource(request)}" because no identity-based policy allows the ${action} action`
  throw new S3Error('AccessDenied', {}, message)
}
