import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Theme } from '../../config/themes.ts'
import type { Drill, ModuleContent } from '../../i18n/module-content.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button.tsx'
import { SegmentedControl } from '../../ui/form/segmented-control.tsx'
import { DrillTimer } from './drill-timer.tsx'
import { DrillDiagram } from './drill-diagram.tsx'
import { listInstructions } from './instructions.ts'
import styles from './pitch-screen.module.css'

/** What the screen shows: an instruction of the drill, or the drill's easier or harder variants. */
type Panel = 'drill' | 'easier' | 'harder'

/** Shows a modal dialog over the whole screen as long as it is rendered. Returns the ref of the dialog. */
const useFullScreenDialog = () => {
  const dialogRef = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = dialogRef.current
    if (!dialog) return undefined
    // The video on the page below pauses, and keeps its position.
    for (const video of document.querySelectorAll('video')) video.pause()
    dialog.showModal()
    dialog.querySelector('h2')?.focus()
    // Closing returns the focus to the button that opened the dialog.
    return () => dialog.close()
  }, [])
  return dialogRef
}

type ThemeControl = {
  /** The theme that the coach has chosen, or undefined for the theme of the device. */
  chosen: Theme | undefined
  /** Without a theme, returns to the theme of the device. */
  onChoose: (theme?: Theme) => void
}

/** The button that closes the screen, the name of the drill, and the button for the theme for sunlight. */
const PitchHeader = ({
  name,
  theme,
  onClose,
}: {
  name: string
  theme: ThemeControl
  onClose: () => void
}) => {
  const t = useTranslate()
  return (
    <header className={styles.head}>
      <button type="button" className={styles.icon} aria-label={t('pitch.close')} onClick={onClose}>
        <svg viewBox="0 0 24 24" width="24" height="24" stroke="currentColor" aria-hidden="true">
          <path d="M5 5l14 14M19 5L5 19" strokeWidth="2.5" strokeLinecap="round" />
        </svg>
      </button>
      <h2 id="pitch" tabIndex={-1} className={styles.name}>
        {name}
      </h2>
      <button
        type="button"
        className={styles.icon}
        aria-label={t('theme.sun')}
        aria-pressed={theme.chosen === 'sun'}
        onClick={() => theme.onChoose(theme.chosen === 'sun' ? undefined : 'sun')}
      >
        <svg viewBox="0 0 24 24" width="26" height="26" stroke="currentColor" aria-hidden="true">
          <circle cx="12" cy="12" r="4.5" fill="currentColor" />
          <path
            d="M12 2v3m0 14v3M2 12h3m14 0h3M5 5l2 2m10 10 2 2M5 19l2-2M17 7l2-2"
            strokeWidth="2"
            strokeLinecap="round"
          />
        </svg>
      </button>
    </header>
  )
}

/** The buttons to the previous and the next instruction. After the last instruction, the first comes next. */
const PitchFooter = ({
  number,
  count,
  onPrevious,
  onNext,
}: {
  /** The number of the instruction on the screen, from 1. */
  number: number
  count: number
  onPrevious: () => void
  onNext: () => void
}) => {
  const t = useTranslate()
  return (
    <footer className={styles.foot}>
      <Button
        variant="secondary"
        className={styles.previous}
        aria-label={t('pitch.previous')}
        aria-disabled={number === 1}
        onClick={onPrevious}
      >
        <span aria-hidden="true">‹</span>
      </Button>
      <p className={styles.position}>{t('steps.page', { page: number, count })}</p>
      <Button className={styles.next} onClick={onNext}>
        {t(number === count ? 'pitch.again' : 'pitch.next')}
      </Button>
    </footer>
  )
}

/**
 * Pitch mode: a drill over the whole screen, for use on the pitch. Shows its diagram in motion, one
 * instruction at a time in large type, easier and harder variants, a timer and a counter of rounds. The
 * screen of the device stays on.
 */
export const PitchScreen = ({
  module,
  drill,
  transcript,
  page,
  onPage,
  onClose,
  theme,
  keepAwake,
}: {
  /** The id of the module. */
  module: string
  drill: Drill
  /** The text of the module's film, scene by scene, or empty without a film. */
  transcript: ModuleContent['transcript']
  /** The number of the instruction to show, from 1. A number that is too high shows the last instruction. */
  page: number
  onPage: (page: number) => void
  onClose: () => void
  theme: ThemeControl
  /** Keeps the screen of the device on. */
  keepAwake: (isOn: boolean) => void
}) => {
  const t = useTranslate()
  const dialogRef = useFullScreenDialog()
  const [panel, setPanel] = useState<Panel>('drill')
  // The effect runs once, even if the parent passes another function at each render.
  const keepOn = useEffectEvent(keepAwake)
  useEffect(() => {
    keepOn(true)
    return () => keepOn(false)
  }, [])
  const instructions = listInstructions({ drill, transcript })
  const number = Math.min(page, instructions.length)
  const instruction = instructions[number - 1]
  const isLast = number === instructions.length
  return (
    <dialog
      ref={dialogRef}
      className={styles.screen}
      aria-labelledby="pitch"
      onCancel={(event) => {
        // For example Escape. The dialog closes when the parent stops rendering it.
        event.preventDefault()
        onClose()
      }}
    >
      <PitchHeader name={drill.name} theme={theme} onClose={onClose} />
      <div className={styles.content}>
        {instruction?.scene && (
          <div className={styles.picture}>
            <DrillDiagram module={module} scene={instruction.scene.id} seconds={instruction.scene.seconds} />
          </div>
        )}
        <div className={styles.words}>
          <SegmentedControl<Panel>
            legend={t('pitch.show')}
            name="pitch-panel"
            options={[
              { value: 'drill', label: t('pitch.drill') },
              { value: 'easier', label: t('drill.easier') },
              { value: 'harder', label: t('drill.harder') },
            ]}
            chosen={panel}
            onChange={setPanel}
          />
          {/* A screen reader reads the next instruction when it appears. */}
          <div className={styles.panel} aria-live="polite">
            {panel === 'drill' ? (
              <>
                <p className={styles.title}>{instruction?.title}</p>
                <p className={styles.instruction}>{instruction?.text}</p>
              </>
            ) : (
              <ul className={styles.variants}>
                {drill[panel].map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            )}
          </div>
          <DrillTimer module={module} minutes={drill.minutes} />
        </div>
      </div>
      <PitchFooter
        number={number}
        count={instructions.length}
        onPrevious={() => {
          setPanel('drill')
          if (number > 1) onPage(number - 1)
        }}
        onNext={() => {
          setPanel('drill')
          onPage(isLast ? 1 : number + 1)
        }}
      />
    </dialog>
  )
}
