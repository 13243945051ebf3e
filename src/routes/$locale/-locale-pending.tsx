import { useRouteContext } from '@tanstack/react-router'
import { localeFrom } from '../../config/locales.ts'
import { WordsLoading } from '../../features/shell/without-words.tsx'

/** In place of the whole page while the words of its locale are on their way. */
export const LocalePending = () => {
  const { services } = useRouteContext({ from: '__root__' })
  const named = localeFrom(globalThis.location.pathname.split('/')[1])
  return <WordsLoading locale={(named ?? services.chooseLocale()).code} />
}
