import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import styles from './logo.module.css'

/**
 * The mark of the programme; the locale table says which of its four forms (specification §2). `onDark` is for a ground
 * that is dark in every theme; on another one the theme shows one of two pictures.
 */
export const Logo = ({ onDark = false, named = false }: { onDark?: boolean; named?: boolean }) => {
  const t = useTranslate()
  const { logo } = useLocale()
  const alt = named ? t('site.title') : ''
  if (onDark) return <img src={`/logos/${logo}-light.svg`} height={44} alt={alt} />
  return (
    <>
      <img className={styles.onLight} src={`/logos/${logo}.svg`} height={44} alt={alt} />
      {/* Lazy: what is not shown is not fetched. */}
      <img className={styles.onDark} src={`/logos/${logo}-light.svg`} height={44} loading="lazy" alt={alt} />
    </>
  )
}
