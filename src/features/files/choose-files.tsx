import { useRef, useState, type DragEvent } from 'react'
import { useWords } from '../../i18n/use-words.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import type { ChosenFile } from '../../workers/upload/contract.ts'
import { canPick, droppedFiles, fieldFiles, pickFiles } from './chosen-files.ts'
import styles from './files.module.css'

/** A button that opens the chooser, on a field that files can be dropped on. */
export const ChooseFiles = ({ onChoose }: { onChoose: (files: ChosenFile[], folders: string[]) => void }) => {
  const t = useWords()
  const field = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)

  const choose = async () => {
    if (!canPick()) return field.current?.click()
    const files = await pickFiles(true)
    if (files.length > 0) onChoose(files, [])
  }

  const drop = async (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    const { files, folders } = await droppedFiles(event.dataTransfer)
    onChoose(files, folders)
  }

  return (
    <div
      className={classNames(styles.drop, isOver && styles.over)}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => void drop(event)}
    >
      <Button onClick={() => void choose()}>{t('files.choose')}</Button>
      <p className={styles.hint}>{t(isOver ? 'files.dropNow' : 'files.dropHere')}</p>
      <input
        ref={field}
        type="file"
        multiple
        hidden
        aria-label={t('files.choose')}
        onChange={({ currentTarget }) => {
          onChoose(fieldFiles(currentTarget), [])
          // The same file chosen twice in a row must be heard twice.
          currentTarget.value = ''
        }}
      />
    </div>
  )
}
