import { useTranslate } from '../../i18n/use-translate.ts'
import styles from './footer.module.css'

/** The programme on other sites. */
const networks = [
  { name: 'facebook', href: 'https://www.facebook.com/' },
  { name: 'instagram', href: 'https://www.instagram.com/' },
  { name: 'twitter', href: 'https://twitter.com/' },
  { name: 'youtube', href: 'https://www.youtube.com/' },
] as const

export const SocialLinks = () => {
  const t = useTranslate()
  return (
    <ul className={styles.social} aria-label={t('footer.social')}>
      {networks.map(({ name, href }) => (
        <li key={name}>
          <a href={href} target="_blank" rel="noreferrer" aria-label={t(`footer.${name}`)}>
            <svg width="24" height="24" aria-hidden="true">
              <use href={`/icons/social.svg#${name}`} />
            </svg>
          </a>
        </li>
      ))}
    </ul>
  )
}
