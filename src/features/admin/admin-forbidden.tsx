import { includesRole, isAdminRole } from '../../contract/roles.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { buttonClass } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { useAdminIdentity } from './admin-identity.ts'
import { AdminLinks } from './admin-links.tsx'
import { getRequiredRole, type RoleCall } from './admin-pages.ts'
import styles from './admin.module.css'
import { LockPicture } from './lock-picture.tsx'
import { roleNames } from './roles/role-names.ts'

/** The id of the coach's account, which a manager needs to give them a role. */
const OwnId = ({ customerId }: { customerId: string }) => {
  const t = useTranslate()
  return (
    <div className={styles.ownId}>
      <div>
        <p className={styles.small}>{t('admin.forbiddenId')}</p>
        <p className={styles.id} translate="no">
          {customerId}
        </p>
      </div>
      <CopyButton label={t('admin.forbiddenCopy')} getText={() => customerId} variant="secondary" />
    </div>
  )
}

type Props = {
  /** The call that the page needs to work. */
  call?: RoleCall | undefined
  /** Whether the server could not be asked for the role. */
  offline?: boolean
}

/**
 * Replaces an admin page that needs a higher role. Names the role, and shows the id of the coach's account, which a
 * manager needs to give the role.
 */
export const AdminForbidden = ({ call, offline = false }: Props) => {
  const t = useTranslate()
  const { customerId, role } = useAdminIdentity()
  const requiredRole = call && getRequiredRole(call)
  const isAdmin = isAdminRole(role)
  // Just after a refusal, `role` may still be the former role, which was high enough.
  const needsHigherRole = isAdmin && requiredRole !== undefined && !includesRole(role, requiredRole)
  return (
    <Page title={t('admin.forbiddenTitle')} wide={isAdmin} isCompact>
      {isAdmin && <AdminLinks />}
      <div className={styles.narrow}>
        <EmptyState picture={<LockPicture />}>
          <div role="alert" className={styles.refusal}>
            <p>
              {needsHigherRole
                ? t('admin.forbiddenAbove', { needed: t(roleNames[requiredRole]), role: t(roleNames[role]) })
                : t('admin.forbidden')}
            </p>
            {offline && <p>{t('admin.forbiddenOffline')}</p>}
            <p>{t('admin.forbiddenAsk')}</p>
          </div>
          {customerId !== '' && <OwnId customerId={customerId} />}
          <LocaleLink
            to={t('coursesHomeSlug')}
            className={buttonClass(isAdmin ? 'secondary' : 'primary', styles.fullWidth)}
          >
            {t('home.toCourses')}
          </LocaleLink>
        </EmptyState>
      </div>
    </Page>
  )
}
