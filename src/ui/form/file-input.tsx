import { useState, type ComponentProps } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { buttonClass } from '../button.tsx'
import styles from './file-input.module.css'

/**
 * An input for one file. The browser's own button speaks the language of the browser: one in ours is seen in its place,
 * below the input itself, which takes the press, the key and the file that is dropped there.
 */
export const FileInput = (props: Omit<ComponentProps<'input'>, 'type' | 'onChange'>) => {
  const t = useTranslate()
  const [name, setName] = useState<string>()
  return (
    <div className={styles.frame}>
      <div className={styles.place}>
        <input
          {...props}
          type="file"
          className={styles.input}
          // Else the browser shows its own words under the pointer.
          title=""
          onChange={({ currentTarget: { files } }) => setName(files?.[0]?.name)}
        />
        <span className={buttonClass('secondary', styles.button)} aria-hidden="true">
          {t('common.chooseFile')}
        </span>
      </div>
      {/* A screen reader has it from the input. */}
      {name !== undefined && (
        <span className={styles.name} aria-hidden="true">
          {name}
        </span>
      )}
    </div>
  )
}
