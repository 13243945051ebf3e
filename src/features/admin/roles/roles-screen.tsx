import { useState } from 'react'
import { ok } from '../../../lib/result.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { ConfirmDialog } from '../../../ui/layout/confirm-dialog.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { AdminForbidden } from '../admin-forbidden.tsx'
import { useAdminIdentity } from '../admin-identity.ts'
import { AdminLinks } from '../admin-links.tsx'
import adminStyles from '../admin.module.css'
import { QueryContent } from '../query-content.tsx'
import { isForbidden } from '../request-failure.tsx'
import type { GiftOutcome, GiveRole, RoleGift } from './give-role.ts'
import { RoleChanges } from './role-changes.tsx'
import { GiveRoleForm } from './role-form.tsx'
import { RoleList } from './role-list.tsx'
import { roleNames } from './role-names.ts'
import styles from './roles.module.css'
import type { RolesQuery } from './roles-query.ts'

/** A role that this page has given. */
type Gift = RoleGift & { outcome: Exclude<GiftOutcome, 'kept'> }

const focusOnMount = (notice: HTMLDivElement | null): void => notice?.focus()

/** Confirms a change, and says what the person does next. Takes the focus, because the form may be gone. */
const GiftNotice = ({ gift, name, address }: { gift: Gift; name: string; address: string }) => {
  const t = useTranslate()
  const { outcome, role } = gift
  const values = { name, role: t(roleNames[role]) }
  const getTitle = () => {
    if (role === 'coach') return t('admin.roles.taken', values)
    return t(outcome === 'given' ? 'admin.roles.given' : 'admin.roles.unchanged', values)
  }
  return (
    <div ref={focusOnMount} tabIndex={-1} className={styles.notice}>
      <Notice tone={outcome === 'given' ? 'success' : 'info'} title={getTitle()}>
        <p>{role === 'coach' ? t('admin.roles.takenNext') : t('admin.roles.givenNext', { address })}</p>
      </Notice>
    </div>
  )
}

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

/**
 * Asks managers before they take their own role. Returns `confirm`, which resolves to their answer, and the open
 * dialog.
 */
const useOwnRoleQuestion = () => {
  const t = useTranslate()
  const [answer, setAnswer] = useState<(isYes: boolean) => void>()
  const confirm = async (): Promise<boolean> => {
    // React would call `resolve` if it were passed directly, so it is passed inside a function.
    const isConfirmed = await new Promise<boolean>((resolve) => setAnswer(() => resolve))
    setAnswer(undefined)
    return isConfirmed
  }
  const dialog = answer && (
    <ConfirmDialog
      title={t('admin.roles.ownTitle')}
      confirmLabel={t('admin.roles.ownYes')}
      cancelLabel={t('admin.roles.ownNo')}
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    >
      <p>{t('admin.roles.ownBody')}</p>
    </ConfirmDialog>
  )
  return { confirm, dialog }
}

type Props = {
  query: RolesQuery
  /** The id from the link to this page, as the initial value of its field. */
  customer: string | undefined
  offline: boolean
  /** Where people with a role open the admin pages, and others find their id. */
  address: string
  /** Gives a role. When it resolves, the list is up to date. */
  give: GiveRole
}

/** Lets managers see who has which role, and give roles. */
export const RolesScreen = ({ query, customer, offline, address, give }: Props) => {
  const t = useTranslate()
  const { customerId } = useAdminIdentity()
  const question = useOwnRoleQuestion()
  const [gift, setGift] = useState<Gift>()
  if (isForbidden(query.error)) return <AdminForbidden call="roles" />
  const people = query.data?.roles ?? []
  const getName = (id: string) => people.find((person) => person.customer_id === id)?.email ?? id

  const form = {
    offline,
    give: async (change: RoleGift) => {
      setGift(undefined)
      const isOwnLoss = change.customer_id === customerId && change.role !== 'manager'
      return isOwnLoss && !(await question.confirm()) ? ok('kept' as const) : give(change)
    },
    onDone: (outcome: GiftOutcome, change: RoleGift) => {
      if (outcome !== 'kept') setGift({ ...change, outcome })
    },
  }

  return (
    <Page title={t('admin.roles.title')} isCompact>
      <AdminLinks />
      <p className={adminStyles.small}>{t('admin.roles.intro')}</p>
      {gift && <GiftNotice gift={gift} name={getName(gift.customer_id)} address={address} />}
      <Card>
        <GiveRoleForm key={customer} {...form} customer={customer} address={address} />
        <Meanings />
      </Card>
      <section className={adminStyles.section} aria-labelledby="people">
        <h2 id="people">{t('admin.roles.people')}</h2>
        <QueryContent query={query}>{(data) => <RoleList {...form} people={data.roles} />}</QueryContent>
        <p className={adminStyles.small}>{t('admin.roles.groupNote')}</p>
      </section>
      {query.data && (
        <section className={adminStyles.section}>
          <h2>{t('admin.roles.changes')}</h2>
          <RoleChanges changes={query.data.changes} people={query.data.roles} />
        </section>
      )}
      {question.dialog}
    </Page>
  )
}
