import { useLingui } from '@lingui/react'
import { useMemo } from 'react'
import { wordsOf, type Words } from './words.ts'

/** The words of the locale on screen: `t('files.count', { count })`. */
export const useWords = (): Words => {
  const { i18n } = useLingui()
  return useMemo(() => wordsOf(i18n), [i18n])
}
