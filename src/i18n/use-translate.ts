import { useLingui } from '@lingui/react'
import { useMemo } from 'react'
import { createTranslate, type Translate } from './translate.ts'

/** Returns the function that renders messages in the current locale: `t('files.count', { count })`. */
export const useTranslate = (): Translate => {
  const { i18n } = useLingui()
  return useMemo(() => createTranslate(i18n), [i18n])
}
