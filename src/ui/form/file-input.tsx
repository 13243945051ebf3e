import { useState, type ComponentProps } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { buttonClass } from '../button.tsx'
import styles from './file-input.module.css'

/**
 * An input for one file. The browser's own button uses the language of the browser, so a button in the app's
 * language is shown instead. The transparent input lies over this button and receives presses, keys and
 * dropped files.
 */
export const FileInput = (props: Omit<ComponentProps<'input'>, 'type' | 'onChange'>) => {
  const t = useTranslate()
  const [name, setName] = useState<string>()
  return (
    <div className={styles.frame}>
      <div className={styles.control}>
        <input
          {...props}
          type="file"
          className={styles.input}
          // Otherwise the browser shows its own tooltip.
          title=""
          onChange={({ currentTarget: { files } }) => setName(files?.[0]?.name)}
        />
        <span className={buttonClass('secondary', styles.button)} aria-hidden="true">
          {t('common.chooseFile')}
        </span>
      </div>
      {/* A screen reader reads the name from the input. */}
      {name !== undefined && (
        <span className={styles.name} aria-hidden="true">
          {name}
        </span>
      )}
    </div>
  )
}
