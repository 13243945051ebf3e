import { useTranslate } from '../../../i18n/use-translate.ts'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import { useAdminIdentity } from '../admin-identity.ts'
import adminStyles from '../admin.module.css'
import { ChangeRoleForm, type ChangeRole } from './role-form.tsx'
import { roleNames } from './role-names.ts'
import styles from './roles.module.css'
import type { RoleHolder } from './roles-query.ts'

type Props = { offline: boolean; change: ChangeRole }

/** One person with a role, and a form that changes it. */
const Person = ({ person, ...form }: Props & { person: RoleHolder }) => {
  const t = useTranslate()
  const { customerId } = useAdminIdentity()
  const { customer_id: id, role, name, given_by: givenBy } = person
  return (
    <li className={styles.person}>
      <div className={styles.who}>
        <p className={styles.account}>
          <strong dir="auto" translate="no">
            {name ?? id}
          </strong>
          {id === customerId && <span className={adminStyles.small}>{` ${t('admin.roles.you')}`}</span>}
        </p>
        <p className={styles.role}>{t(roleNames[role])}</p>
      </div>
      {name === null ? (
        <p className={adminStyles.small}>{t('admin.roles.noName')}</p>
      ) : (
        <p className={styles.id} translate="no">
          {id}
        </p>
      )}
      {givenBy === 'operator' ? (
        <p className={adminStyles.small}>{t('admin.roles.listedByOperator')}</p>
      ) : (
        <Disclosure
          lazy
          summary={
            <span aria-label={t('admin.roles.changeOf', { name: name ?? id })}>
              {t('admin.roles.change')}
            </span>
          }
        >
          <ChangeRoleForm {...form} customer={id} role={role} name={name ?? ''} />
        </Disclosure>
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
        // With a changed role or name, the key replaces the row, and so closes its form.
        <Person key={`${person.customer_id} ${person.role} ${person.name}`} {...form} person={person} />
      ))}
    </ul>
  )
}
