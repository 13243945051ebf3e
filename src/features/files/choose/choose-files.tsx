import { useEffect, useEffectEvent, useRef, useState, type DragEvent, type Ref } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Dialog } from '../../../ui/layout/dialog.tsx'
import { ActionRow, RowList } from '../../../ui/layout/row-list.tsx'
import type { ChosenFile } from '../../../uploads/commands.ts'
import type { AccessLevel } from '../../../stored-files/storage-calls.ts'
import styles from '../files.module.css'
import { Icon, IconButton, Outline } from '../icon.tsx'
import { LevelField } from '../level-field.tsx'
import {
  createSelection,
  FileField,
  pickFiles,
  readDroppedFiles,
  supportsFilePicker,
} from './file-sources.tsx'
import { selectFromFolder, type FileSelection } from './folder-files.ts'

type Props = {
  /** The button that opens the file chooser. */
  ref: Ref<HTMLButtonElement>
  /** The access level of the files that are chosen next. */
  level: AccessLevel
  onLevelChange: (level: AccessLevel) => void
  /** The destination folder: '' or ending with a slash. */
  folder: string
  onChoose: (selection: FileSelection) => void
}

/** Returns the event handlers of a drop zone. `isOver` is true while files are dragged over it. */
const useDropZone = (onDrop: (data: DataTransfer) => Promise<void>) => {
  const [isOver, setIsOver] = useState(false)
  const handlers = {
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
  return { isOver, handlers }
}

/** Passes on files that are pasted on the page, for example a screenshot. Ignores a paste into a field. */
const usePaste = (onPaste: (data: DataTransfer) => Promise<void>) => {
  const passFiles = useEffectEvent(onPaste)
  useEffect(() => {
    const handlePaste = ({ clipboardData, target }: ClipboardEvent) => {
      const isForField = target instanceof Element && target.matches('input, textarea')
      if (clipboardData?.types.includes('Files') && !isForField) void passFiles(clipboardData)
    }
    document.addEventListener('paste', handlePaste)
    return () => document.removeEventListener('paste', handlePaste)
  }, [])
}

type LevelProps = Pick<Props, 'level' | 'onLevelChange'> & { onAdd: () => void }

/** Asks who may see the files that are added next. Its icon shows the current choice. */
const LevelButton = ({ level, onLevelChange, onAdd }: LevelProps) => {
  const t = useTranslate()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <IconButton
        icon={level}
        className={styles.tool}
        aria-haspopup="dialog"
        label={t('files.level.chosen', { level: t(`files.tab.${level}`) })}
        onClick={() => setIsOpen(true)}
      />
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title={t('files.level.legend')}>
        <LevelField name="upload-level" hideLegend level={level} onChange={onLevelChange} />
        <Button
          onClick={() => {
            setIsOpen(false)
            onAdd()
          }}
        >
          {t('files.choose')}
        </Button>
      </Dialog>
    </>
  )
}

type MoreProps = { onRecord: () => void; onFolder: () => void }

/** The other ways to add files: the camera of a phone, and a whole folder. */
const MoreWays = ({ onRecord, onFolder }: MoreProps) => {
  const t = useTranslate()
  const [isOpen, setIsOpen] = useState(false)
  const closeAndThen = (action: () => void) => () => {
    setIsOpen(false)
    action()
  }
  const title = t('files.moreWays')
  return (
    <>
      <IconButton
        icon="more"
        className={styles.tool}
        aria-haspopup="dialog"
        label={title}
        onClick={() => setIsOpen(true)}
      />
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title={title}>
        <RowList>
          <ActionRow
            // Hidden without a touch screen.
            className={styles.onPhone}
            icon={<Outline name="record" />}
            label={t('files.record')}
            onPress={closeAndThen(onRecord)}
          />
          <ActionRow
            icon={<Outline name="folder" />}
            label={t('files.chooseFolder')}
            onPress={closeAndThen(onFolder)}
          />
        </RowList>
      </Dialog>
    </>
  )
}

/**
 * One line of tools: a button that opens the file chooser, a button that asks who may see the files, and a
 * button for other ways to add files. On a computer, files and folders can be dropped on the line. Files can
 * also be pasted.
 */
export const ChooseFiles = ({ ref, level, onLevelChange, folder, onChoose }: Props) => {
  const t = useTranslate()
  const filesField = useRef<HTMLInputElement>(null)
  const cameraField = useRef<HTMLInputElement>(null)
  const folderField = useRef<HTMLInputElement>(null)
  const onDropOrPaste = async (data: DataTransfer) => onChoose(await readDroppedFiles(data))
  const onFiles = (files: ChosenFile[]) => onChoose(createSelection(files))
  const { isOver, handlers } = useDropZone(onDropOrPaste)
  usePaste(onDropOrPaste)

  const openChooser = async () => {
    if (supportsFilePicker()) onChoose(await pickFiles({ multiple: true }))
    else filesField.current?.click()
  }
  const add = () => void openChooser()

  return (
    <div className={classNames(styles.drop, isOver && styles.over)} {...handlers}>
      <div className={styles.tools}>
        <Button ref={ref} className={styles.add} onClick={add}>
          <Icon name="add" />
          <span>{t('files.choose')}</span>
        </Button>
        <div className={styles.otherTools}>
          <LevelButton level={level} onLevelChange={onLevelChange} onAdd={add} />
          <MoreWays
            onRecord={() => cameraField.current?.click()}
            onFolder={() => folderField.current?.click()}
          />
        </div>
      </div>
      {/* Hidden without a mouse. */}
      <p className={classNames(styles.hint, styles.withPointer)}>
        {t(isOver ? 'files.dropNow' : 'files.dropHere')}
      </p>
      {level !== 'private' && (
        <p className={styles.hint}>{t('files.level.chosen', { level: t(`files.tab.${level}`) })}</p>
      )}
      {/* Without the slash at the end of the folder. */}
      {folder !== '' && <p className={styles.hint}>{t('files.toFolder', { folder: folder.slice(0, -1) })}</p>}
      <FileField ref={filesField} source="files" label={t('files.choose')} onChoose={onFiles} />
      <FileField ref={cameraField} source="camera" label={t('files.record')} onChoose={onFiles} />
      <FileField
        ref={folderField}
        source="folder"
        label={t('files.chooseFolder')}
        onChoose={(files) => onChoose(selectFromFolder(files))}
      />
    </div>
  )
}
