import { useTranslate } from '../i18n/use-translate.ts'
import { useShowMore } from './use-show-more.tsx'
import styles from './written-text.module.css'

/** The number of lines shown at first, and added with every press. About the height of a phone's screen. */
const linesPerStep = 40

/**
 * Splits a text into lines. Consecutive empty lines become one, because thousands of them would fill the
 * page.
 */
const splitLines = (text: string): string[] => text.replaceAll(/\n\s*\n\s*\n/g, '\n\n').split('\n')

/**
 * A text that a user wrote, with its line breaks. A long text shows its first lines, and a button for more.
 */
export const WrittenText = ({ text }: { text: string }) => {
  const t = useTranslate()
  const { shown, showMoreButton } = useShowMore(splitLines(text), {
    step: linesPerStep,
    label: () => t('common.showMore'),
  })
  return (
    <>
      <p className={styles.written}>{shown.join('\n')}</p>
      {showMoreButton}
    </>
  )
}
