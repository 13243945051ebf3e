import { includesRole, isAdminRole } from '../../contract/roles.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { buttonClass } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { useAdminIdentity } from './admin-identity.ts'
import { AdminLinks } from './admin-links.tsx'
import { getNeededRole, type RoleCall } from './admin-pages.ts'
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
    <Page title={t('admin.forbiddenTitle')} wide={isAdmin} isCompact>
      {isAdmin && <AdminLinks />}
      <div className={styles.narrow}>
        <EmptyState picture={<LockPicture />}>
          <div role="alert" className={styles.refusal}>
            <p>
              {isAbove
                ? t('admin.forbiddenAbove', { needed: t(roleNames[needed]), role: t(roleNames[role]) })
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
