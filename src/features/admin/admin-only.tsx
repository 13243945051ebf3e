import { useTranslate } from '../../i18n/use-translate.ts'
import { buttonClass } from '../../ui/button.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { Page } from '../../ui/layout/page.tsx'

/** Shown to everybody else in place of an admin page: says that it is for admins, and offers a way out. */
export const AdminOnly = ({ signedIn }: { signedIn: boolean }) => {
  const t = useTranslate()
  return (
    <Page title={t('admin.forbiddenTitle')}>
      <p role="alert">{t(signedIn ? 'admin.forbidden' : 'admin.forbiddenSignedOut')}</p>
      <p>
        <LocaleLink to={signedIn ? t('coursesHomeSlug') : 'login'} className={buttonClass()}>
          {t(signedIn ? 'home.toCourses' : 'header.signIn')}
        </LocaleLink>
      </p>
    </Page>
  )
}
