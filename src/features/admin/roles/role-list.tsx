import { useTranslate } from '../../../i18n/use-translate.ts'
import { Fold } from '../../../ui/layout/fold.tsx'
import { useAdminIdentity } from '../admin-identity.ts'
import adminStyles from '../admin.module.css'
import type { GiftOutcome, GiveRole, RoleGift } from './give-role.ts'
import { ChangeRoleForm } from './role-form.tsx'
import { roleNames } from './role-names.ts'
import styles from './roles.module.css'
import type { RoleHolder } from './roles-query.ts'

type Props = {
  offline: boolean
  give: GiveRole
  onDone: (outcome: GiftOutcome, gift: RoleGift) => void
}

/** One person with a role, and a form that changes it. */
const Person = ({ person, ...form }: Props & { person: RoleHolder }) => {
  const t = useTranslate()
  const { customerId } = useAdminIdentity()
  const { customer_id: id, role, email, given_by: givenBy } = person
  const isOwn = id === customerId
  const name = email ?? id
  return (
    <li className={styles.person}>
      <div className={styles.who}>
        <p>
          <strong className={styles.name} translate="no">
            {name}
          </strong>
          {isOwn && <span className={adminStyles.small}>{` ${t('admin.roles.you')}`}</span>}
        </p>
        <p className={styles.role} data-role={role}>
          {t(roleNames[role])}
        </p>
        {email !== null && (
          <p className={styles.id} translate="no">
            {id}
          </p>
        )}
      </div>
      {givenBy === 'operator' ? (
        <p className={adminStyles.small}>{t('admin.roles.listedByOperator')}</p>
      ) : (
        <Fold
          lazy
          summary={<span aria-label={t('admin.roles.changeOf', { name })}>{t('admin.roles.change')}</span>}
        >
          <ChangeRoleForm {...form} customer={id} role={role} />
        </Fold>
      )}
    </li>
  )
}

/** Lists everybody with a role. */
export const RoleList = ({ people, ...form }: Props & { people: readonly RoleHolder[] }) => {
  const t = useTranslate()
  if (people.length === 0) return <p>{t('admin.roles.nobody')}</p>
  return (
    <ul className={styles.people}>
      {people.map((person) => (
        // A changed role closes the form.
        <Person key={`${person.customer_id} ${person.role}`} {...form} person={person} />
      ))}
    </ul>
  )
}
