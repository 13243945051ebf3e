import type { Ref } from 'react'
import type { ChosenFile } from '../../../uploads/commands.ts'

type Props = {
  ref: Ref<HTMLInputElement>
  label: string
  multiple?: boolean
  /** Opens the video camera of a phone instead of its files. */
  camera?: boolean
  onChoose: (files: ChosenFile[]) => void
}

/** The browser's own file input, hidden: a button opens it. */
export const FileField = ({ ref, label, multiple = false, camera = false, onChoose }: Props) => (
  <input
    ref={ref}
    type="file"
    hidden
    multiple={multiple}
    accept={camera ? 'video/*' : undefined}
    capture={camera ? 'environment' : undefined}
    aria-label={label}
    onChange={({ currentTarget }) => {
      onChoose([...(currentTarget.files ?? [])].map((file) => ({ file })))
      // Otherwise choosing the same file twice in a row would fire no second event.
      currentTarget.value = ''
    }}
  />
)
