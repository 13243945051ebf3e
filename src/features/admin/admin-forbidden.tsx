import { includesRole, isAdminRole } from '../../contract/roles.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { buttonClass } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { useAdminIdentity } from './admin-identity.ts'
import { AdminLinks } from './admin-links.tsx'
import { getNeededRole, type RoleCall } from './admin-pages.ts'
import styles from './admin.module.css'
import { roleNames } from './roles/role-names.ts'

/** The id of the coach's account, which a manager needs to give them a role. */
const OwnId = ({ customerId }: { customerId: string }) => {
  const t = useTranslate()
  return (
    <Card>
      <div>
        <p className={styles.small}>{t('admin.forbiddenId')}</p>
        <p className={styles.id} translate="no">
          {customerId}
        </p>
      </div>
      <div>
        <CopyButton label={t('admin.forbiddenCopy')} getText={() => customerId} variant="secondary" />
      </div>
    </Card>
  )
}

type Props = {
  /** The call that the page cannot do without. */
  call?: RoleCall | undefined
  /** Whether the server could not be asked for the role. */
  offline?: boolean
}

/**
 * Replaces an admin page above the role of the coach: says which role it needs, and gives the coach the id that a
 * manager needs to give it.
 */
export const AdminForbidden = ({ call, offline = false }: Props) => {
  const t = useTranslate()
  const { customerId, role } = useAdminIdentity()
  const needed = call && getNeededRole(call)
  const isAdmin = isAdminRole(role)
  // After a refusal, the role is not up to date for a moment.
  const isAbove = isAdmin && needed !== undefined && !includesRole(role, needed)
  return (
    <Page title={t('admin.forbiddenTitle')} isCompact>
      {isAdmin && <AdminLinks />}
      <div role="alert" className={styles.section}>
        <p>
          {isAbove
            ? t('admin.forbiddenAbove', { needed: t(roleNames[needed]), role: t(roleNames[role]) })
            : t('admin.forbidden')}
        </p>
        {offline && <p>{t('admin.forbiddenOffline')}</p>}
        <p>{t('admin.forbiddenAsk')}</p>
      </div>
      {customerId !== '' && <OwnId customerId={customerId} />}
      <p>
        <LocaleLink to={t('coursesHomeSlug')} className={buttonClass(isAdmin ? 'secondary' : 'primary')}>
          {t('home.toCourses')}
        </LocaleLink>
      </p>
    </Page>
  )
}
