import type { Ref } from 'react'
import type { ChosenFile } from '../../../uploads/commands.ts'
import { fieldFiles } from './chosen-files.ts'

type Props = {
  ref: Ref<HTMLInputElement>
  label: string
  multiple?: boolean
  /** A phone opens its camera for a video instead of its files. */
  camera?: boolean
  onChoose: (files: ChosenFile[]) => void
}

/** The browser's own file field, out of sight: a button opens it. */
export const FileField = ({ ref, label, multiple = false, camera = false, onChoose }: Props) => (
  <input
    ref={ref}
    type="file"
    hidden
    multiple={multiple}
    {...(camera && { accept: 'video/*', capture: 'environment' })}
    aria-label={label}
    onChange={({ currentTarget }) => {
      onChoose(fieldFiles(currentTarget))
      // The same file chosen twice in a row must be heard twice.
      currentTarget.value = ''
    }}
  />
)
