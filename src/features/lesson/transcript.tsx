import type { ModuleContent } from '../../i18n/module-content.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Fold } from '../../ui/layout/fold.tsx'
import styles from './lesson.module.css'

/** The transcript of a film. It is folded, because the captions contain it as well. */
export const Transcript = ({ scenes }: { scenes: ModuleContent['transcript'] }) => {
  const t = useTranslate()
  return (
    <Fold className={styles.transcript} summary={t('lesson.transcript')}>
      {scenes.map(({ onScreen, lines }) => (
        <section key={onScreen}>
          <h3>{onScreen}</h3>
          <p>{lines.join(' ')}</p>
        </section>
      ))}
    </Fold>
  )
}
