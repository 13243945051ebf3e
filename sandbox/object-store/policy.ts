import { S3Error } from './http/errors.ts'

/** `list` applies to a prefix, the others of a key. */
export type Access = 'read' | 'write' | 'list'

type Grant = { prefix: string; access: readonly Access[] }

/** What the identity pool's signed-in role allows: one's own files, and reading everybody's public and protected ones. */
const grantsOf = (identityId: string): readonly Grant[] => [
  { prefix: 'public/', access: ['read', 'list'] },
  { prefix: `public/${identityId}/`, access: ['write'] },
  { prefix: 'protected/', access: ['read', 'list'] },
  { prefix: `protected/${identityId}/`, access: ['write'] },
  { prefix: `private/${identityId}/`, access: ['read', 'write', 'list'] },
]

/** Whether an identity may touch a key, or list what begins with a prefix (specification §6). */
export const isAllowed = (identityId: string, access: Access, keyOrPrefix: string) =>
  grantsOf(identityId).some((grant) => grant.access.includes(access) && keyOrPrefix.startsWith(grant.prefix))

type Permission = { identityId: string; access: Access; action: string; bucket: string; path: string }

/** Refuses what the policy does not allow, with IAM's message. */
export const checkAccess = ({ identityId, access, action, bucket, path }: Permission) => {
  if (isAllowed(identityId, access, path)) return
  const resource = `arn:aws:s3:::${bucket}${access === 'list' ? '' : `/${path}`}`
  const message = `User: ${identityId} is not authorized to perform: ${action} on resource: "${resource}" because no identity-based policy allows the ${action} action`
  throw new S3Error('AccessDenied', {}, message)
}
