import { useTranslate } from '../../../i18n/use-translate.ts'
import { LocaleLink } from '../../../ui/locale-link.tsx'
import styles from './breadcrumb.module.css'
import { folderText } from '../folder-text.ts'
import { shownNameOf, trailOf, type Place } from '../place.ts'

type Props = {
  place: Place
  /** The id of the element that names this folder. */
  currentId: string
}

/** The path to this folder; each folder except the last is a link. */
export const Breadcrumb = ({ place: { level, folder }, currentId }: Props) => {
  const t = useTranslate()
  if (folder === '') return null
  return (
    <nav aria-label={t('files.browse.path')}>
      <ol className={styles.trail}>
        {['', ...trailOf(folder)].map((step) => {
          const name = step === '' ? t(`files.tab.${level}`) : folderText(shownNameOf(step), t) || '/'
          return (
            <li key={step} translate={step === '' ? undefined : 'no'}>
              {step === folder ? (
                <span id={currentId} aria-current="location">
                  {name}
                </span>
              ) : (
                <LocaleLink to="files" search={{ level, folder: step }} resetScroll={false}>
                  {name}
                </LocaleLink>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
