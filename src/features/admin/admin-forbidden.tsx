import { useTranslate } from '../../i18n/use-translate.ts'
import { buttonClass } from '../../ui/button.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { Page } from '../../ui/layout/page.tsx'

/** Replaces an admin page for a coach who is not an admin: explains why, and links back to the courses. */
export const AdminForbidden = () => {
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
