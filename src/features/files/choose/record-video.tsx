import { useRef } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button } from '../../../ui/button.tsx'
import type { ChosenFile } from '../../../uploads/commands.ts'
import { FileField } from './file-field.tsx'
import styles from '../files.module.css'

/** Opens the camera of a phone; without a touch screen there is none to open. */
export const RecordVideo = ({ onChoose }: { onChoose: (files: ChosenFile[]) => void }) => {
  const t = useTranslate()
  const field = useRef<HTMLInputElement>(null)
  const words = t('files.record')
  return (
    <>
      <Button variant="secondary" className={styles.onPhone} onClick={() => field.current?.click()}>
        {words}
      </Button>
      <FileField ref={field} camera label={words} onChoose={onChoose} />
    </>
  )
}
