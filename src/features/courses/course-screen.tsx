import type { ReactNode } from 'react'
import type { Course } from '../../config/courses.ts'
import type { CourseCatalogue } from '../../i18n/course-catalogue.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { ButtonRow } from '../../ui/layout/button-row.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { CourseMeter } from './course-meter.tsx'
import styles from './courses.module.css'
import { ModuleRow } from './module-row.tsx'
import { courseProgress, type Progress, type ProgressState } from '../../learning/progress.ts'

/** One course: its modules in order. `children` follows the progress, for example the certificate. */
export const CourseScreen = ({
  course,
  texts,
  progress,
  progressState,
  downloaded,
  takeAlong,
  children,
}: {
  course: Course
  texts: CourseCatalogue[string] | undefined
  progress: Progress
  progressState: ProgressState
  /** The modules that play without a connection. */
  downloaded: ReadonlySet<string>
  /** Downloads the whole course; shown below the modules. */
  takeAlong: ReactNode
  children?: ReactNode
}) => {
  const t = useTranslate()
  const { next, begun } = courseProgress(course, progress)
  const knownLinkText = begun ? 'courses.goOnWith' : 'courses.startWith'
  const linkText = progressState === 'known' ? knownLinkText : 'courses.openModule'
  return (
    <Page title={texts?.title ?? ''} wide>
      <CourseMeter course={course} progress={progress} progressState={progressState} />
      {next && (
        <ButtonRow>
          <LocaleLink viewTransition to={`${t(course.slug)}/${next.id}`} className={buttonClass()}>
            {t(linkText, { number: course.modules.indexOf(next) + 1 })}
          </LocaleLink>
        </ButtonRow>
      )}
      {children}
      <p className={styles.intro}>{texts?.summary}</p>
      <p>{t('courses.length', { hours: course.hours })}</p>
      <section className={styles.modules} aria-labelledby="modules">
        <h2 id="modules">{t('courses.modules')}</h2>
        <ol className={styles.list}>
          {course.modules.map((module, index) => (
            <li key={module.id}>
              <ModuleRow
                module={module}
                to={`${t(course.slug)}/${module.id}`}
                number={index + 1}
                texts={texts?.modules[module.id]}
                progress={progress.get(module.id)}
                progressState={progressState}
                downloaded={downloaded.has(module.id)}
              />
            </li>
          ))}
        </ol>
      </section>
      {takeAlong}
      <p>
        <LocaleLink viewTransition to={t('coursesHomeSlug')} className={styles.back}>
          {t('courses.backToCourses')}
        </LocaleLink>
      </p>
    </Page>
  )
}
