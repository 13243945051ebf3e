import { useTranslate } from '../../i18n/use-translate.ts'
import type { Translate } from '../../i18n/translate.ts'
import { Page } from '../../ui/layout/page.tsx'
import { LinkRow, RowList } from '../../ui/layout/row-list.tsx'

/** `search.from` is the page that the visitor returns to after a change of the location. */
type Group = { title: string; links: { to: string; label: string; search?: { from: string } }[] }

const createGroups = (t: Translate, isSignedIn: boolean): Group[] => {
  const accountLinks = isSignedIn
    ? [
        { to: t('coursesHomeSlug'), label: t('footer.allCourses') },
        { to: t('courseSlug'), label: t('footer.course') },
        { to: t('footballCourseSlug'), label: t('footer.footballCourse') },
        { to: 'drills', label: t('drills.title') },
        { to: 'files', label: t('header.files') },
        { to: 'outbox', label: t('header.outbox') },
        { to: t('profileSlug'), label: t('header.profile') },
      ]
    : [
        { to: 'login', label: t('header.signIn') },
        { to: 'sign-up', label: t('header.signUp') },
      ]
  return [
    { title: t('site.title'), links: [{ to: '', label: t('header.home') }, ...accountLinks] },
    {
      title: t('footer.information'),
      links: [
        { to: 'about', label: t('footer.about') },
        { to: 'change-location', label: t('footer.changeLocation'), search: { from: 'sitemap' } },
        { to: 'install', label: t('install.title') },
        { to: 'storage', label: t('storage.link') },
      ],
    },
    {
      title: t('footer.help'),
      links: [
        { to: 'contact', label: t('footer.contact') },
        { to: 'faq', label: t('footer.faq') },
        { to: 'verify', label: t('verifyCertificate.title') },
      ],
    },
    {
      title: t('footer.legal'),
      links: (['terms', 'privacy', 'accessibility', 'cookies'] as const).map((page) => ({
        to: page,
        label: t(`footer.${page}`),
      })),
    },
  ]
}

/** Every page of the site that the visitor can open. */
export const SitemapScreen = ({ signedIn }: { signedIn: boolean }) => {
  const t = useTranslate()
  return (
    <Page title={t('sitemap.title')}>
      {createGroups(t, signedIn).map(({ title, links }) => (
        <RowList key={title} title={title}>
          {links.map(({ to, label, search }) => (
            <LinkRow key={to} to={to} label={label} {...(search && { search })} />
          ))}
        </RowList>
      ))}
    </Page>
  )
}
