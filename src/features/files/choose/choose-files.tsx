import { useEffect, useEffectEvent, useRef, useState, type DragEvent, type Ref } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Fold } from '../../../ui/layout/fold.tsx'
import type { ChosenFile } from '../../../uploads/commands.ts'
import type { AccessLevel } from '../../../stored-files/storage-calls.ts'
import { canPick, droppedFiles, onlyFiles, pickFiles } from './chosen-files.ts'
import { FileField } from './file-field.tsx'
import styles from '../files.module.css'
import { LevelField } from '../level-field.tsx'
import type { Found } from './folder-files.ts'

/** Opens the camera of a phone. Shown only with a touch screen. */
const RecordVideo = ({ onChoose }: { onChoose: (files: ChosenFile[]) => void }) => {
  const t = useTranslate()
  const field = useRef<HTMLInputElement>(null)
  const label = t('files.record')
  return (
    <>
      <Button variant="secondary" className={styles.onPhone} onClick={() => field.current?.click()}>
        {label}
      </Button>
      <FileField ref={field} camera label={label} onChoose={onChoose} />
    </>
  )
}

type Props = {
  /** The button that opens the file chooser. */
  ref: Ref<HTMLButtonElement>
  /** The access level of the files that are chosen next. */
  level: AccessLevel
  onLevel: (level: AccessLevel) => void
  /** The destination folder: '' or ending with a slash. */
  folder: string
  onChoose: (found: Found) => void
}

/** The event handlers of a drop zone. `isOver` is true while files are dragged over it. */
const useDrop = (onDrop: (transfer: DataTransfer) => Promise<void>) => {
  const [isOver, setIsOver] = useState(false)
  const zone = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setIsOver(true)
    },
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setIsOver(false)
      void onDrop(event.dataTransfer)
    },
  }
  return { isOver, zone }
}

/**
 * Takes files that are pasted on the page, such as a screenshot. A paste into a field is left to the field.
 */
const usePaste = (onPaste: (transfer: DataTransfer) => Promise<void>) => {
  const paste = useEffectEvent(onPaste)
  useEffect(() => {
    const take = ({ clipboardData, target }: ClipboardEvent) => {
      const isForField = target instanceof Element && target.matches('input, textarea')
      if (clipboardData?.types.includes('Files') && !isForField) void paste(clipboardData)
    }
    document.addEventListener('paste', take)
    return () => document.removeEventListener('paste', take)
  }, [])
}

/**
 * Buttons that open the file chooser and the camera, in a drop zone for files and folders. Files can also be
 * pasted.
 */
export const ChooseFiles = ({ ref, level, onLevel, folder, onChoose }: Props) => {
  const t = useTranslate()
  const field = useRef<HTMLInputElement>(null)
  const takeAll = async (transfer: DataTransfer) => onChoose(await droppedFiles(transfer))
  const { isOver, zone } = useDrop(takeAll)
  usePaste(takeAll)
  const take = (files: ChosenFile[]) => onChoose(onlyFiles(files))

  const choose = async () => {
    if (canPick()) onChoose(await pickFiles(true))
    else field.current?.click()
  }

  return (
    <div className={classNames(styles.drop, isOver && styles.over)} {...zone}>
      <Button ref={ref} onClick={() => void choose()}>
        {t('files.choose')}
      </Button>
      <RecordVideo onChoose={take} />
      <p className={classNames(styles.hint, styles.withPointer)}>
        {t(isOver ? 'files.dropNow' : 'files.dropHere')}
      </p>
      <Fold className={styles.level} summary={t('files.level.chosen', { level: t(`files.tab.${level}`) })}>
        <LevelField name="upload-level" isAsked chosen={level} onChange={onLevel} />
      </Fold>
      {folder !== '' && <p className={styles.hint}>{t('files.toFolder', { folder: folder.slice(0, -1) })}</p>}
      <FileField ref={field} multiple label={t('files.choose')} onChoose={take} />
    </div>
  )
}
