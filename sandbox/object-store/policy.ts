import {
  identityVariable,
  roleStatements,
  type RoleStatement,
  type StorageAction,
} from '../../deploy/storage/role-statements.ts'
import { S3Error } from './http/errors.ts'

/** `path`: the prefix for `s3:ListBucket`, else the key, if the action has one. */
export type Permission = { identityId: string; action: StorageAction; bucket: string; path: string }

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Whether a text matches a pattern as in IAM: `*` stands for any text, and the variable for the identity. */
const isLike = (text: string, pattern: string, identityId: string) =>
  new RegExp(
    `^${pattern.replaceAll(identityVariable, identityId).split('*').map(escaped).join('.*')}$`,
    's',
  ).test(text)

const resourceOf = ({ action, bucket, path }: Permission) =>
  `arn:aws:s3:::${bucket}${action.startsWith('s3:ListBucket') ? '' : `/${path}`}`

const allows = (statement: RoleStatement, permission: Permission) => {
  const { identityId, action, path } = permission
  const resource = resourceOf(permission)
  const prefixes = statement.Condition?.StringLike['s3:prefix']
  return (
    statement.Action.includes(action) &&
    statement.Resource.some((pattern) => isLike(resource, pattern, identityId)) &&
    (prefixes === undefined || prefixes.some((pattern) => isLike(path, pattern, identityId)))
  )
}

/**
 * Whether the role of signed-in coaches, which production shares, allows an action to an identity
 * (specification §6).
 */
export const isAllowed = (permission: Permission) =>
  roleStatements(permission.bucket).some((statement) => allows(statement, permission))

export const checkAccess = (permission: Permission) => {
  if (isAllowed(permission)) return
  const { identityId, action } = permission
  const message = `User: ${identityId} is not authorized to perform: ${action} on resource: "${resourceOf(permission)}" because no identity-based policy allows the ${action} action`
  throw new S3Error('AccessDenied', {}, message)
}
