import * as v from 'valibot'
import { toPlainName } from '../../../lib/text/plain-name.ts'
import { roles } from '../../roles.ts'
import { customerId, shortText, timestamp } from '../../shared-schemas.ts'
import { managerQuery } from '../api-call.ts'

const role = v.picklist(roles)

/** The calls by which managers see and give roles. */
export const rolesApi = {
  roles: {
    ...managerQuery('/api/roles'),
    body: v.strictObject({}),
    response: v.object({
      /** Everybody with a role, the highest first. */
      roles: v.array(
        v.object({
          customer_id: customerId,
          role,
          /** The name that a manager has given to the person, if any. */
          name: v.nullable(v.string()),
          /** `operator`: the server's configuration makes the customer a manager. The app cannot change it. */
          given_by: v.picklist(['manager', 'operator']),
        }),
      ),
      /** The latest changes, the newest first. */
      changes: v.array(
        v.object({
          changed_at: timestamp,
          customer_id: customerId,
          former: role,
          role,
          /** Null if the account of the manager was erased. */
          changed_by: v.nullable(customerId),
        }),
      ),
    }),
  },
  giveRole: {
    method: 'POST',
    path: '/api/give-role',
    access: 'manager',
    delivery: 'direct',
    body: v.strictObject({
      customer_id: customerId,
      role,
      /** The role that the manager has seen. The call is refused if it has changed since. */
      former: role,
      /**
       * What managers call the person, because the product API knows no verified name. If absent, the name stays. An
       * empty text removes it.
       */
      name: v.optional(v.pipe(shortText, v.transform(toPlainName))),
    }),
    response: v.object({
      /**
       * The last three refuse the change. `last-manager`: nobody would be left who can give roles.
       * `by-operator`: the server's configuration makes the customer a manager, or the customer is in the user
       * pool's group of admins, as far as the server knows. `changed-meanwhile`: the role is no longer `former`.
       */
      outcome: v.picklist(['given', 'unchanged', 'last-manager', 'by-operator', 'changed-meanwhile']),
    }),
    errors: ['not-found'],
  },
} as const
