import type { Role } from '../../../contract/roles.ts'
import type { MessageId } from '../../../i18n/message-id.ts'

/** The messages with the names of roles. */
export const roleNames = {
  coach: 'admin.roles.name.coach',
  viewer: 'admin.roles.name.viewer',
  supporter: 'admin.roles.name.supporter',
  manager: 'admin.roles.name.manager',
} as const satisfies Record<Role, MessageId>
