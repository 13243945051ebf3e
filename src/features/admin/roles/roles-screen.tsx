import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { includesRole, type Role } from '../../../contract/roles.ts'
import { ok } from '../../../lib/result.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { AdminForbidden } from '../admin-forbidden.tsx'
import { useAdminIdentity } from '../admin-identity.ts'
import { AdminLinks } from '../admin-links.tsx'
import adminStyles from '../admin.module.css'
import { QueryContent } from '../query-content.tsx'
import { isForbidden } from '../request-failure.tsx'
import { GrantNotice, type SentGrant } from './grant-notice.tsx'
import type { GiveRole } from './give-role.ts'
import { RoleChanges } from './role-changes.tsx'
import { GiveRoleForm, type ChangeRole, type TypedGrant } from './role-form.tsx'
import { RoleList } from './role-list.tsx'
import { useConfirmRoleLoss } from './confirm-role-loss.tsx'
import styles from './roles.module.css'
import type { RoleHolder, RolesQuery } from './roles-query.ts'

type Props = {
  query: RolesQuery
  /** The id from the link to this page. It opens the form with this id. */
  customer: string | undefined
  offline: boolean
  /** Where people with a role open the admin pages, and others find their id. */
  address: string
  give: GiveRole
}

/** Whether a role is lower than the person's current role, which a manager can change. */
const isLowered = (person: RoleHolder | undefined, role: Role): person is RoleHolder =>
  person?.given_by === 'manager' && person.role !== role && includesRole(person.role, role)

/** Lets managers see who has which role, and give roles. */
export const RolesScreen = ({ query, customer, offline, address, give }: Props) => {
  const t = useTranslate()
  const { customerId } = useAdminIdentity()
  const roleLoss = useConfirmRoleLoss()
  const [lastGrant, setLastGrant] = useState<SentGrant>()
  /** The open form, with the id that it starts with. */
  const [form, setForm] = useState<{ customer?: string } | undefined>(
    customer === undefined ? undefined : { customer },
  )
  const opener = useRef<HTMLButtonElement>(null)
  const idField = useRef<HTMLInputElement>(null)
  if (isForbidden(query.error)) return <AdminForbidden call="roles" />
  const people = query.data?.roles ?? []
  const findPerson = (id: string) => people.find((person) => person.customer_id === id)

  /**
   * Whether managers lose their own role. They cannot lose a role that the server's configuration gives them: the
   * server refuses that.
   */
  const isOwnLoss = ({ customer_id: id, role }: TypedGrant): boolean => {
    const person = findPerson(id)
    return id === customerId && person?.role === 'manager' && isLowered(person, role)
  }

  const changeRole: ChangeRole = async (grant) => {
    setLastGrant(undefined)
    if (isOwnLoss(grant) && !(await roleLoss.confirm({ isOwn: true }))) return ok('cancelled')
    // Read before the call, because afterwards the list lacks a person whose role was removed.
    const formerName = findPerson(grant.customer_id)?.name ?? ''
    const displayName = (grant.name ?? formerName) || grant.customer_id
    const isRenamed = grant.name !== undefined && grant.name !== formerName
    const result = await give(grant)
    if (result.ok) setLastGrant({ ...grant, displayName, isRenamed, outcome: result.value })
    return result
  }

  const giveTyped = async (typedGrant: TypedGrant) => {
    const { customer_id: id, role } = typedGrant
    const person = findPerson(id)
    const former = person?.role ?? 'coach'
    if (isLowered(person, role) && !isOwnLoss(typedGrant)) {
      const isConfirmed = await roleLoss.confirm({ isOwn: false, name: person.name ?? id, former, role })
      if (!isConfirmed) return ok('cancelled' as const)
    }
    return changeRole({ ...typedGrant, former })
  }

  // The form and the button that opens it replace each other, so the focus moves to what was just rendered.
  const openForm = () => {
    flushSync(() => setForm({}))
    idField.current?.focus()
  }
  const closeForm = () => {
    flushSync(() => setForm(undefined))
    opener.current?.focus()
  }

  return (
    <Page title={t('admin.roles.title')} wide isCompact>
      <AdminLinks />
      {lastGrant && <GrantNotice grant={lastGrant} address={address} />}
      <div className={styles.columns}>
        <section className={adminStyles.section} aria-labelledby="people">
          <div className={adminStyles.heading}>
            <h2 id="people">{t('admin.roles.people')}</h2>
            {!form && (
              <Button ref={opener} variant="secondary" onClick={openForm}>
                {t('admin.roles.give')}
              </Button>
            )}
          </div>
          {form && (
            <div className={adminStyles.narrow}>
              <Card>
                <p className={adminStyles.small}>{t('admin.roles.intro')}</p>
                <GiveRoleForm
                  customer={form.customer}
                  people={people}
                  address={address}
                  offline={offline}
                  give={giveTyped}
                  idField={idField}
                  onGiven={() => setForm(undefined)}
                  onCancel={closeForm}
                />
              </Card>
            </div>
          )}
          <QueryContent query={query}>
            {(data) => <RoleList offline={offline} change={changeRole} people={data.roles} />}
          </QueryContent>
          <p className={adminStyles.small}>{t('admin.roles.groupNote')}</p>
        </section>
        {query.data && (
          <section className={adminStyles.section} aria-labelledby="role-changes">
            <h2 id="role-changes">{t('admin.roles.changes')}</h2>
            <RoleChanges changes={query.data.changes} people={query.data.roles} />
          </section>
        )}
      </div>
      {roleLoss.dialog}
    </Page>
  )
}
