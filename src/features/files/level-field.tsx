import { useTranslate } from '../../i18n/use-translate.ts'
import { ChoiceGroup } from '../../ui/form/choice-group.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { accessLevels, type AccessLevel } from '../../stored-files/storage-calls.ts'

/** The access levels, the most restrictive first. */
const levels = [...accessLevels].reverse()

type Props = {
  name: string
  /** The surrounding content already asks the question. */
  isAsked?: boolean
  chosen: AccessLevel
  onChange: (level: AccessLevel) => void
}

/** Asks who may see files, and explains each level. */
export const LevelField = ({ name, isAsked = false, chosen, onChange }: Props) => {
  const t = useTranslate()
  const question = t('files.level.legend')
  return (
    <ChoiceGroup
      legend={isAsked ? <VisuallyHidden>{question}</VisuallyHidden> : question}
      name={name}
      options={levels.map((value) => ({ value, label: t(`files.level.${value}`) }))}
      chosen={[chosen]}
      onChange={([value]) => onChange(levels.find((level) => level === value) ?? chosen)}
    />
  )
}
