import { useTranslate } from '../../../i18n/use-translate.ts'
import { Fold } from '../../../ui/layout/fold.tsx'
import { ClearFinished } from './queue-commands.tsx'
import { UploadList } from './upload-list.tsx'
import type { ComponentProps } from 'react'

/** Up to so many finished uploads are shown; more are folded. */
const few = 3

/** The finished uploads, the last one first. */
export const FinishedUploads = (props: Omit<ComponentProps<typeof UploadList>, 'isQueue'>) => {
  const t = useTranslate()
  const { tasks } = props
  if (tasks.length === 0) return null
  const list = (
    <>
      <ClearFinished {...props} />
      <UploadList {...props} />
    </>
  )
  if (tasks.length <= few) return list
  return (
    <Fold lazy summary={<strong>{t('files.finished', { count: tasks.length })}</strong>}>
      {list}
    </Fold>
  )
}
