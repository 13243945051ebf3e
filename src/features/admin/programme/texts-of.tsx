import { useInfiniteQuery } from '@tanstack/react-query'
import { useLocale } from '../../../i18n/use-locale.ts'
import { dateFormat } from '../../../i18n/date-format.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { WrittenText } from '../../../ui/written-text.tsx'
import { NextPage } from '../next-page.tsx'
import adminStyles from '../admin.module.css'
import { localeName } from './locale-name.ts'
import type { textsQuery } from './programme-queries.ts'
import styles from './programme.module.css'

/** The texts of coaches, newest first, without their authors. */
export const TextsOf = ({ query: options }: { query: ReturnType<typeof textsQuery> }) => {
  const t = useTranslate()
  const { code } = useLocale()
  const query = useInfiniteQuery(options)
  const texts = query.data?.pages.flatMap((page) => page.texts) ?? []
  const month = dateFormat(code, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (
    <>
      {!query.data && !query.error && <Spinner label={t('common.loading')} />}
      <ul className={styles.texts}>
        {texts.map(({ id, text, month: at, locale }) => (
          <li key={id}>
            <WrittenText text={text} />
            <p className={adminStyles.small}>
              {`${localeName(locale, t)}, ${month.format(Date.parse(`${at}-01`))}`}
            </p>
          </li>
        ))}
      </ul>
      <NextPage query={query} />
    </>
  )
}
