import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import styles from './logo.module.css'

/**
 * The mark of the programme next to its name. The locale table selects one of four marks (specification §2).
 * The name is text, because locales that share a mark have different languages. `onDark` is for a background
 * that is dark in every theme; on other backgrounds the style sheet shows one of two images by theme.
 */
export const Logo = ({ onDark = false }: { onDark?: boolean }) => {
  const t = useTranslate()
  const { logo } = useLocale()
  const lightLogo = `/logos/${logo}-light.svg`
  return (
    <span className={styles.logo}>
      {onDark ? (
        <img src={lightLogo} width={44} height={44} alt="" />
      ) : (
        <>
          <img className={styles.onLight} src={`/logos/${logo}.svg`} width={44} height={44} alt="" />
          {/* `lazy`, so that the browser does not fetch it while it is hidden. */}
          <img className={styles.onDark} src={lightLogo} width={44} height={44} loading="lazy" alt="" />
        </>
      )}
      <span className={styles.name} translate="no">
        {t('site.title')}
      </span>
    </span>
  )
}
