import { useState } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/layout/dialog.tsx'
import { ActionRow, RowList } from '../../../ui/layout/row-list.tsx'
import type { AccessLevel } from '../../../stored-files/storage-calls.ts'
import { IconButton, Outline } from '../icon.tsx'
import { LevelField } from '../level-field.tsx'
import styles from '../files.module.css'

type LevelProps = { level: AccessLevel; onLevelChange: (level: AccessLevel) => void; onAdd: () => void }

/** Asks who may see the files that are added next. Its icon shows the current choice. */
export const LevelButton = ({ level, onLevelChange, onAdd }: LevelProps) => {
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
export const MoreWays = ({ onRecord, onFolder }: MoreProps) => {
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
