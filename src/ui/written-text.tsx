import { useTranslate } from '../i18n/use-translate.ts'
import { useShowMore } from './show-more.tsx'
import styles from './written-text.module.css'

/** Lines; a screen of a phone, and most texts */
const step = 40

/** Lines between which at most one is empty: thousands of line breaks would be a page of their own. */
const linesOf = (text: string): string[] => text.replaceAll(/\n\s*\n\s*\n/g, '\n\n').split('\n')

/** What a person wrote, in their lines; of very many the first ones, and a button for more. */
export const WrittenText = ({ text }: { text: string }) => {
  const t = useTranslate()
  const { shown, more } = useShowMore(linesOf(text), { step, label: () => t('common.showMore') })
  return (
    <>
      <p className={styles.written}>{shown.join('\n')}</p>
      {more}
    </>
  )
}
