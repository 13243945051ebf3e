import { useEffect, useRef, useState } from 'react'
import type { Shot } from '../../../films/drawing/film.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import styles from './drill-diagram.module.css'
import { drawShots, loadShots } from './drill-scene.ts'

/** In s: how long the last picture of a scene stays before the scene begins again. */
const restSeconds = 1.2

/** In ms between two pictures: smooth enough for people who walk, and easy on a phone's battery. */
const frameMs = 40

/**
 * Repeats a scene on a canvas while it moves and is on the screen. It begins at `firstTime`, in s, and goes on
 * where it was stopped.
 */
const useMotion = ({
  shots,
  seconds,
  moves,
  firstTime,
}: {
  shots: readonly Shot[] | undefined
  seconds: number
  moves: boolean
  firstTime: number
}) => {
  const canvasRef = useRef<HTMLCanvasElement>(null)
  const motion = useRef<{ shots: readonly Shot[] | undefined; time: number }>({ shots: undefined, time: 0 })
  useEffect(() => {
    const canvas = canvasRef.current
    if (!canvas || !shots) return undefined
    if (motion.current.shots !== shots) motion.current = { shots, time: firstTime }
    const current = motion.current
    drawShots(canvas, shots, Math.min(current.time, seconds))
    if (!moves) return undefined
    if (current.time >= seconds) current.time = 0
    let frame = 0
    let drawnAt = 0
    const tick = (now: number) => {
      frame = requestAnimationFrame(tick)
      if (now - drawnAt < frameMs) return
      // A frame may have begun before the diagram came onto the screen.
      current.time = (current.time + Math.max(0, now - drawnAt) / 1000) % (seconds + restSeconds)
      drawnAt = now
      drawShots(canvas, shots, Math.min(current.time, seconds))
    }
    const observer = new IntersectionObserver((entries) => {
      cancelAnimationFrame(frame)
      if (entries.at(-1)?.isIntersecting !== true) return
      drawnAt = performance.now()
      frame = requestAnimationFrame(tick)
    })
    observer.observe(canvas)
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [shots, seconds, moves, firstTime])
  return canvasRef
}

const prefersRest = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

export type DrillScene = {
  module: string
  scene: string
  /** The length of the scene. */
  seconds: number
  /** A picture of the scene at a time, in s, with which it begins. It is shown until the scene is loaded. */
  still?: { src: string; time: number }
}

/**
 * A scene of a module's film as a diagram that moves, again and again. It stands still for people who asked
 * their device for less motion, until they start it. Its content is in words beside it.
 */
export const DrillDiagram = ({ module, scene, seconds, still }: DrillScene) => {
  const t = useTranslate()
  const [loaded, setLoaded] = useState<{ scene: string; shots: readonly Shot[] | undefined }>()
  // Without a browser, when a public page is prerendered, nothing moves yet.
  const [moves, setMoves] = useState(() => 'matchMedia' in globalThis && !prefersRest())
  useEffect(() => {
    let isCurrent = true
    void loadShots(module, scene).then((shots) => isCurrent && setLoaded({ scene, shots }))
    return () => {
      isCurrent = false
    }
  }, [module, scene])
  const shots = loaded?.scene === scene ? loaded.shots : undefined
  // At rest the diagram shows the end of the scene, where everybody has arrived.
  const [firstTime] = useState(still?.time ?? (moves ? 0 : seconds))
  const canvasRef = useMotion({ shots, seconds, moves, firstTime })
  if (loaded && !loaded.shots && !still) return null
  return (
    <div className={styles.diagram} data-only="screen">
      {still && <img className={styles.still} src={still.src} alt="" width="640" height="360" />}
      <canvas ref={canvasRef} className={styles.canvas} aria-hidden="true" />
      {(shots ?? !still) && (
        <button
          type="button"
          className={styles.toggle}
          aria-label={t(moves ? 'pitch.stopDrawing' : 'pitch.moveDrawing')}
          onClick={() => setMoves(!moves)}
        >
          <svg viewBox="0 0 24 24" width="20" height="20" fill="currentColor" aria-hidden="true">
            <path d={moves ? 'M6 4h4v16H6zm8 0h4v16h-4z' : 'M7 4v16l13-8z'} />
          </svg>
        </button>
      )}
    </div>
  )
}
