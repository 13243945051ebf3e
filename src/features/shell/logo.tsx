import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'

/** The mark of the programme; the locale table says which of its four forms (specification §2). */
export const Logo = ({ onDark = false, named = false }: { onDark?: boolean; named?: boolean }) => {
  const t = useTranslate()
  const { logo } = useLocale()
  const file = onDark ? `${logo}-light` : logo
  return <img src={`/logos/${file}.svg`} height={44} alt={named ? t('site.title') : ''} />
}
