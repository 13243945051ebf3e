import { useState } from 'react'
import { includesRole, type Role } from '../../../contract/roles.ts'
import { ok } from '../../../lib/result.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { AdminForbidden } from '../admin-forbidden.tsx'
import { useAdminIdentity } from '../admin-identity.ts'
import { AdminLinks } from '../admin-links.tsx'
import adminStyles from '../admin.module.css'
import { QueryContent } from '../query-content.tsx'
import { isForbidden } from '../request-failure.tsx'
import { GiftNotice, type Gift } from './gift-notice.tsx'
import type { GiveRole } from './give-role.ts'
import { RoleChanges } from './role-changes.tsx'
import { GiveRoleForm, type ChangeRole, type TypedGift } from './role-form.tsx'
import { RoleList } from './role-list.tsx'
import { roleNames } from './role-names.ts'
import { useRoleQuestion } from './role-question.tsx'
import styles from './roles.module.css'
import type { RoleHolder, RolesQuery } from './roles-query.ts'

const adminRoles = ['viewer', 'supporter', 'manager'] as const

/** What each role may do. */
const Meanings = () => {
  const t = useTranslate()
  return (
    <dl className={styles.meanings}>
      {adminRoles.map((role) => (
        <div key={role}>
          <dt>{t(roleNames[role])}</dt>
          <dd>{t(`admin.roles.may.${role}`)}</dd>
        </div>
      ))}
    </dl>
  )
}

type Props = {
  query: RolesQuery
  /** The id from the link to this page, as the initial value of its field. */
  customer: string | undefined
  offline: boolean
  /** Where people with a role open the admin pages, and others find their id. */
  address: string
  give: GiveRole
}

/** Whether a manager can give somebody another role here, and it would be a lower one. */
const isLowered = (person: RoleHolder | undefined, role: Role): person is RoleHolder =>
  person?.given_by === 'manager' && person.role !== role && includesRole(person.role, role)

/** Lets managers see who has which role, and give roles. */
export const RolesScreen = ({ query, customer, offline, address, give }: Props) => {
  const t = useTranslate()
  const { customerId } = useAdminIdentity()
  const question = useRoleQuestion()
  const [gift, setGift] = useState<Gift>()
  if (isForbidden(query.error)) return <AdminForbidden call="roles" />
  const people = query.data?.roles ?? []
  const findPerson = (id: string) => people.find((person) => person.customer_id === id)

  /** Whether managers lose their own role. If they have it by the server's configuration, the server refuses. */
  const isOwnLoss = ({ customer_id: id, role }: TypedGift): boolean => {
    const person = findPerson(id)
    return id === customerId && person?.role === 'manager' && isLowered(person, role)
  }

  const change: ChangeRole = async (call) => {
    setGift(undefined)
    if (isOwnLoss(call) && !(await question.confirm({ isOwn: true }))) return ok('kept')
    // After the call, the list no longer contains somebody whose role was taken.
    const { name: former } = findPerson(call.customer_id) ?? {}
    const known = (call.name ?? former) || call.customer_id
    const isRenamed = call.name !== undefined && call.name !== (former ?? '')
    const result = await give(call)
    if (result.ok) setGift({ ...call, known, isRenamed, outcome: result.value })
    return result
  }

  const giveTyped = async (typed: TypedGift) => {
    const { customer_id: id, role } = typed
    const person = findPerson(id)
    const former = person?.role ?? 'coach'
    if (isLowered(person, role) && !isOwnLoss(typed)) {
      const isConfirmed = await question.confirm({ isOwn: false, name: person.name ?? id, former, role })
      if (!isConfirmed) return ok('kept' as const)
    }
    return change({ ...typed, former })
  }

  return (
    <Page title={t('admin.roles.title')} isCompact>
      <AdminLinks />
      <p className={adminStyles.small}>{t('admin.roles.intro')}</p>
      {gift && <GiftNotice gift={gift} address={address} />}
      <Card>
        <GiveRoleForm
          key={customer}
          customer={customer}
          people={people}
          address={address}
          offline={offline}
          give={giveTyped}
        />
        <Meanings />
      </Card>
      <section className={adminStyles.section} aria-labelledby="people">
        <h2 id="people">{t('admin.roles.people')}</h2>
        <QueryContent query={query}>
          {(data) => <RoleList offline={offline} change={change} people={data.roles} />}
        </QueryContent>
        <p className={adminStyles.small}>{t('admin.roles.groupNote')}</p>
      </section>
      {query.data && (
        <section className={adminStyles.section} aria-labelledby="role-changes">
          <h2 id="role-changes">{t('admin.roles.changes')}</h2>
          <RoleChanges changes={query.data.changes} people={query.data.roles} />
        </section>
      )}
      {question.dialog}
    </Page>
  )
}
