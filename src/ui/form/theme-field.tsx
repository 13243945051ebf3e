import type { ReactNode } from 'react'
import { themes, type Theme } from '../../config/themes.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { ChoiceGroup } from './choice-group.tsx'

export type ThemeFieldProps = {
  /** Undefined if the theme follows the device. */
  chosen: Theme | undefined
  onChoose: (theme?: Theme) => void
  /** Lays the options out in a row, for a container with little height. */
  inRow?: boolean
  /** Adds a picture to the name of a theme. `system` follows the device. */
  renderLabel?: (value: Theme | 'system', name: string) => ReactNode
}

/** Chooses the theme of this device. A choice applies immediately. */
export const ThemeField = ({ chosen, onChoose, inRow = false, renderLabel }: ThemeFieldProps) => {
  const t = useTranslate()
  const options = (['system', ...themes] as const).map((value) => {
    const name = t(`theme.${value}`)
    return { value, label: renderLabel?.(value, name) ?? name }
  })
  return (
    <ChoiceGroup
      legend={t('theme.legend')}
      name="theme"
      hint={t('theme.hint')}
      options={options}
      inRow={inRow}
      chosen={[chosen ?? 'system']}
      onChange={([value]) => onChoose(themes.find((theme) => theme === value))}
    />
  )
}
