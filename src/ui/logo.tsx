import { useLocale } from '../i18n/use-locale.ts'
import { useTranslate } from '../i18n/use-translate.ts'
import styles from './logo.module.css'

/**
 * The mark of the programme beside its name. The locale table says which of the four marks (specification §2); the name is
 * text, because locales that share a mark have different languages. `onDark` is for a ground that is dark in every theme;
 * on another one the theme shows one of two pictures.
 */
export const Logo = ({ onDark = false }: { onDark?: boolean }) => {
  const t = useTranslate()
  const { logo } = useLocale()
  const dark = `/logos/${logo}-light.svg`
  return (
    <span className={styles.logo}>
      {onDark ? (
        <img src={dark} width={44} height={44} alt="" />
      ) : (
        <>
          <img className={styles.onLight} src={`/logos/${logo}.svg`} width={44} height={44} alt="" />
          {/* Lazy: what is not shown is not fetched. */}
          <img className={styles.onDark} src={dark} width={44} height={44} loading="lazy" alt="" />
        </>
      )}
      <span className={styles.name} translate="no">
        {t('site.title')}
      </span>
    </span>
  )
}
