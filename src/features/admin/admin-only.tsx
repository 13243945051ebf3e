import { useTranslate } from '../../i18n/use-translate.ts'
import { buttonClass } from '../../ui/button.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { Page } from '../../ui/layout/page.tsx'

/** In place of an admin page for everybody else: says whose it is, and the way out. */
export const AdminOnly = ({ signedIn }: { signedIn: boolean }) => {
  const t = useTranslate()
  return (
    <Page title={t('admin.forbiddenTitle')}>
      <p role="alert">{t(signedIn ? 'admin.forbidden' : 'admin.forbiddenSignedOut')}</p>
      <p>
        <LocaleLink to={signedIn ? '' : 'login'} className={buttonClass()}>
          {t(signedIn ? 'error.goHome' : 'header.signIn')}
        </LocaleLink>
      </p>
    </Page>
  )
}
