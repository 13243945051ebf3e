import { useTranslate } from '../../../i18n/use-translate.ts'
import type { ModulePlace } from '../../../learning/module-steps.ts'
import { classNames } from '../../../ui/class-names.ts'
import { LocaleLink } from '../../../ui/locale-link.tsx'
import styles from './step-bar.module.css'

/** A bar with a segment for each step of a module, and for the result if it is listed. Segments are links. */
export const StepBar = ({
  to,
  steps,
  place,
  done,
}: {
  /** The path of the module inside the locale. */
  to: string
  steps: readonly ModulePlace['step'][]
  place: ModulePlace
  /** The steps that the coach has done. */
  done: ReadonlySet<ModulePlace['step']>
}) => {
  const t = useTranslate()
  return (
    <nav aria-label={t('steps.navigation')}>
      <ol className={styles.bar}>
        {steps.map((step) => (
          <li key={step}>
            <LocaleLink
              to={to}
              search={{ step }}
              className={classNames(styles.segment, done.has(step) && styles.done)}
              aria-current={step === place.step ? 'step' : undefined}
            >
              <span className={styles.name}>
                {done.has(step) && <span aria-hidden="true">✓ </span>}
                <span>{t(`steps.${step}`)}</span>
              </span>
            </LocaleLink>
          </li>
        ))}
      </ol>
    </nav>
  )
}
