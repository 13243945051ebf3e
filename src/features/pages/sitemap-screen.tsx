import type { ReactNode } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Translate } from '../../i18n/translate.ts'
import { classNames } from '../../ui/class-names.ts'
import { Page } from '../../ui/layout/page.tsx'
import { LinkRow, RowList } from '../../ui/layout/row-list.tsx'
import styles from './pages.module.css'

/** `search.from` is the page that the visitor returns to after a change of the location. */
type Group = { title: string; links: { to: string; label: string; search?: { from: string } }[] }

/** A coach does not need the pages of the tabs of the app bar, which every page shows. */
const createGroups = (t: Translate, isSignedIn: boolean): Group[] => {
  const accountLinks = isSignedIn
    ? [
        { to: t('courseSlug'), label: t('footer.course') },
        { to: t('footballCourseSlug'), label: t('footer.footballCourse') },
        { to: 'outbox', label: t('header.outbox') },
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

type Props = {
  isSignedIn: boolean
  /** A link to the parent of the page, for a signed-in coach. */
  parentLink?: ReactNode
}

/** Every page of the site that a visitor can open, and for a coach those that the app bar does not link to. */
export const SitemapScreen = ({ isSignedIn, parentLink }: Props) => {
  const t = useTranslate()
  return (
    <Page title={t('sitemap.title')} parentLink={parentLink} isCompact={isSignedIn} wide>
      <div className={classNames(styles.text, styles.columns)}>
        {createGroups(t, isSignedIn).map(({ title, links }) => (
          <RowList key={title} title={title}>
            {links.map(({ to, label, search }) => (
              <LinkRow key={to} to={to} label={label} {...(search && { search })} />
            ))}
          </RowList>
        ))}
      </div>
    </Page>
  )
}
