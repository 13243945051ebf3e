import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { CourseDownload } from '../../offline/course-download.ts'
import { aloneLink } from '../../ui/alone-link.ts'
import { Button } from '../../ui/button.tsx'
import { Progress } from '../../ui/feedback/progress.tsx'
import { formatSize } from '../../ui/format-size.ts'
import { Card } from '../../ui/layout/card.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import styles from './offline.module.css'

type Props = {
  download: CourseDownload
  /** Bytes of all films; undefined if the server has not returned the size. */
  size: number | undefined
  offline: boolean
  /** Downloads the remaining films, or resumes them. */
  onDownload: () => void
  onPause: () => void
  /** The check of this device; shown once something of the course is downloaded. */
  children: ReactNode
}

/** Downloads all films of a course with one tap, and shows the progress. */
export const TakeAlong = ({ download, children, ...rest }: Props) => {
  const t = useTranslate()
  return (
    <Card data-only="screen">
      <h2>{t('takeAlong.title')}</h2>
      {download.left.length === 0 ? (
        <output className={styles.downloaded}>{t('takeAlong.done', { count: download.films.length })}</output>
      ) : (
        <Left {...{ download }} {...rest} />
      )}
      {download.begun && (
        <>
          {children}
          <LocaleLink to="storage" className={aloneLink}>
            {t('offline.toStorage')}
          </LocaleLink>
        </>
      )}
    </Card>
  )
}

/** What is not downloaded yet, and the button for it. */
const Left = ({ download, size, offline, onDownload, onPause }: Omit<Props, 'children'>) => {
  const t = useTranslate()
  const { code } = useLocale()
  const { films, left, share, begun, running, because } = download
  const start = () =>
    size === undefined
      ? t('takeAlong.start')
      : t('takeAlong.startSized', { size: formatSize(size, code).replaceAll(' ', '\u00a0') })
  const progress = t('takeAlong.progress', { done: films.length - left.length, total: films.length })
  const resume = because === 'you' || because === 'no-answer' ? 'offline.resume' : 'offline.tryAgain'
  return (
    <>
      {begun ? (
        <>
          <Progress label={t('takeAlong.title')} value={share} max={1} />
          <output>{because ? t(`offline.because.${because}`) : progress}</output>
        </>
      ) : (
        <p>{t('takeAlong.about', { count: films.length })}</p>
      )}
      <div>
        {running ? (
          <Button variant="secondary" onClick={onPause}>
            {t('offline.pause')}
          </Button>
        ) : offline ? (
          <p className={styles.note}>{t('takeAlong.needsConnection')}</p>
        ) : (
          <Button variant="secondary" onClick={onDownload}>
            {because ? t(resume) : begun ? t('takeAlong.rest', { count: left.length }) : start()}
          </Button>
        )}
      </div>
    </>
  )
}
