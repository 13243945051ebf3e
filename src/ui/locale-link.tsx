import { Link, type LinkComponentProps, type ValidateUseSearchResult } from '@tanstack/react-router'
import type { LocaleCode } from '../config/locales.ts'
import { useLocale } from '../i18n/use-locale.ts'

type Props = Omit<LinkComponentProps, 'to' | 'from' | 'params' | 'search'> & {
  /** A path inside the locale, such as `files` or `courses/1`, or empty for the home. */
  to: string
  /** The locale of the page; the current locale by default. */
  locale?: LocaleCode | undefined
  /** The search params of any page: an unknown name does not compile. */
  search?: ValidateUseSearchResult<{ strict: false }> | undefined
}

/** A link inside the site: adds a locale to the path (specification §2). */
export const LocaleLink = ({ to, locale, search, ...rest }: Props) => {
  const { code } = useLocale()
  const url: string = `/${locale ?? code}/${to}`
  return <Link {...rest} to={url} {...(search && { search })} />
}
