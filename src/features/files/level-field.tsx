import { useTranslate } from '../../i18n/use-translate.ts'
import { ChoiceGroup } from '../../ui/form/choice-group.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { accessLevels, type AccessLevel } from '../../stored-files/storage-calls.ts'

/** The access levels, the most restrictive first. */
const levels = [...accessLevels].reverse()

type Props = {
  name: string
  /** Hides the question from view, for a field whose surroundings already ask it. */
  hideLegend?: boolean
  level: AccessLevel
  onChange: (level: AccessLevel) => void
}

/** Asks who may see files, and explains each level. */
export const LevelField = ({ name, hideLegend = false, level, onChange }: Props) => {
  const t = useTranslate()
  const question = t('files.level.legend')
  return (
    <ChoiceGroup
      legend={hideLegend ? <VisuallyHidden>{question}</VisuallyHidden> : question}
      name={name}
      options={levels.map((value) => ({ value, label: t(`files.level.${value}`) }))}
      chosen={[level]}
      // Finds the level again, because the group passes a plain string.
      onChange={([value]) => onChange(levels.find((candidate) => candidate === value) ?? level)}
    />
  )
}
