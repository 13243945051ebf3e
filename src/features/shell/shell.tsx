import type { ReactNode } from 'react'
import type { SocialLinks } from '../../config/social-links.ts'
import { removeLocale } from '../../config/path-locale.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Toaster } from '../../ui/feedback/toaster.tsx'
import type { ThemeFieldProps } from '../../ui/form/theme-field.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Logo } from '../../ui/pictures/logo.tsx'
import { Footer } from './footer.tsx'
import { Header, type HeaderProps } from './header.tsx'
import styles from './shell.module.css'

/**
 * The frame around every page. With `isBare`, it has no header and no footer, as during maintenance
 * (specification §2).
 */
export const Shell = ({
  isBare,
  hasOwnBar,
  year,
  path,
  theme,
  social,
  banner,
  bottomBar,
  children,
  ...header
}: HeaderProps & {
  isBare: boolean
  /** Whether the page has a bar of its own, which replaces the header on a phone. */
  hasOwnBar: boolean
  /** For the copyright line. */
  year: number
  /** The path of this page, so that the page can be opened in another locale. */
  path: string
  theme: ThemeFieldProps
  /** The programme's pages at the social networks. */
  social: SocialLinks
  /** Messages above the page, for example about a new version. */
  banner: ReactNode
  /** The bottom bar of a signed-in coach's phone. */
  bottomBar: ReactNode
  children: ReactNode
}) => {
  const t = useTranslate()
  const { code } = useLocale()
  const hasBottomBar = !isBare && header.signedIn
  return (
    <div
      className={classNames(styles.shell, hasBottomBar && styles.withBar)}
      data-own-bar={hasOwnBar || undefined}
    >
      <a className={styles.skip} href="#main">
        {t('header.skipToContent')}
      </a>
      {!isBare && <Header {...header} />}
      <div className={styles.onPaper} data-only="paper">
        <Logo />
        <span>{t(`localeName.${code}`)}</span>
      </div>
      {banner}
      <main id="main" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      {!isBare && (
        <Footer
          signedIn={header.signedIn}
          year={year}
          path={removeLocale(path)}
          theme={theme}
          social={social}
        />
      )}
      {hasBottomBar && bottomBar}
      <Toaster />
    </div>
  )
}
