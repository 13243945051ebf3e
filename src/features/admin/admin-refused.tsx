import { useTranslate } from '../../i18n/use-translate.ts'
import { buttonClass } from '../../ui/button.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { Page } from '../../ui/layout/page.tsx'

/** Shown to other coaches in place of an admin page: says that it is for admins, and offers a link back. */
export const AdminRefused = () => {
  const t = useTranslate()
  return (
    <Page title={t('admin.forbiddenTitle')}>
      <p role="alert">{t('admin.forbidden')}</p>
      <p>
        <LocaleLink to={t('coursesHomeSlug')} className={buttonClass()}>
          {t('home.toCourses')}
        </LocaleLink>
      </p>
    </Page>
  )
}
