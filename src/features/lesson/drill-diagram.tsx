import { useEffect, useRef, useState } from 'react'
import { diagramStart, type Shot } from '../../../films/drawing/film.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import styles from './drill-diagram.module.css'
import { drawShots, loadShots } from './drill-scene.ts'

/** How long the last frame of a scene stays before the scene begins again. */
const restSeconds = 1.2

/** The least time between two frames: smooth enough for walking figures, and easy on a phone's battery. */
const frameMs = 40

/**
 * Plays a scene on a canvas again and again, while `isMoving` and while the canvas is on the screen. Begins
 * at `firstTime`, in seconds, and later continues where it stopped. Returns the ref of the canvas.
 */
const useMotion = ({
  shots,
  seconds,
  isMoving,
  firstTime,
}: {
  /** The drawings of the scene, or undefined until they are loaded. */
  shots: readonly Shot[] | undefined
  /** The length of the scene. */
  seconds: number
  isMoving: boolean
  firstTime: number
}) => {
  const canvasRef = useRef<HTMLCanvasElement>(null)
  /** The `time` in the scene, in seconds, and the `shots` that it belongs to. */
  const motion = useRef<{ shots: readonly Shot[] | undefined; time: number }>({ shots: undefined, time: 0 })
  useEffect(() => {
    const canvas = canvasRef.current
    if (!canvas || !shots) return undefined
    // Another scene has been loaded.
    if (motion.current.shots !== shots) motion.current = { shots, time: firstTime }
    const current = motion.current
    // After the end of the scene, its last frame stays for `restSeconds`.
    const draw = () => drawShots(canvas, shots, Math.min(current.time, seconds))
    draw()
    // A scene that has stopped at its end begins again immediately.
    if (isMoving && current.time >= seconds) current.time = diagramStart
    let frame = 0
    let drawnAt = 0
    const tick = (now: number) => {
      frame = requestAnimationFrame(tick)
      if (now - drawnAt < frameMs) return
      // `now` is before `drawnAt` if the frame began before the diagram came onto the screen.
      const passedSeconds = Math.max(0, now - drawnAt) / 1000
      current.time += passedSeconds
      if (current.time >= seconds + restSeconds) current.time = diagramStart
      drawnAt = now
      draw()
    }
    // Stops while the canvas is off the screen, to save battery. A canvas that was not displayed when its shots
    // were loaded is drawn now.
    const observer = new IntersectionObserver((entries) => {
      cancelAnimationFrame(frame)
      if (entries.at(-1)?.isIntersecting !== true) return
      draw()
      drawnAt = performance.now()
      if (isMoving) frame = requestAnimationFrame(tick)
    })
    observer.observe(canvas)
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [shots, seconds, isMoving, firstTime])
  return canvasRef
}

const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

export type DrillScene = {
  /** The id of the module. */
  module: string
  /** The id of the scene. */
  scene: string
  /** The length of the scene. */
  seconds: number
  /** An image shown until the scene is loaded. The scene begins at its `time`, in seconds. */
  still?: { src: string; time: number }
}

/**
 * A scene of a module's film as a moving diagram, which repeats. On a device that asks for reduced motion, it
 * stands still until the user starts it. Hidden from screen readers, because the text next to it says the
 * same.
 */
export const DrillDiagram = ({ module, scene, seconds, still }: DrillScene) => {
  const t = useTranslate()
  const [loadedScene, setLoadedScene] = useState<{ scene: string; shots: readonly Shot[] | undefined }>()
  // `matchMedia` is missing when a public page is prerendered: the diagram does not move yet.
  const [isMoving, setIsMoving] = useState(() => 'matchMedia' in globalThis && !prefersReducedMotion())
  useEffect(() => {
    let isCurrent = true
    void loadShots(module, scene).then((shots) => isCurrent && setLoadedScene({ scene, shots }))
    return () => {
      isCurrent = false
    }
  }, [module, scene])
  const shots = loadedScene?.scene === scene ? loadedScene.shots : undefined
  // A diagram that does not move at first shows the end of the scene, where everybody has arrived.
  const [wasMovingAtFirst] = useState(isMoving)
  const firstTime = still?.time ?? (wasMovingAtFirst ? diagramStart : seconds)
  const canvasRef = useMotion({ shots, seconds, isMoving, firstTime })
  // The film has no such scene, or could not be loaded.
  const isUnavailable = loadedScene !== undefined && !loadedScene.shots
  if (isUnavailable && !still) return null
  // Over a `still`, the button appears only once there is something to move.
  const hasToggle = shots !== undefined || !still
  return (
    <div className={styles.diagram} data-only="screen">
      {still && <img className={styles.still} src={still.src} alt="" width="640" height="360" />}
      <canvas ref={canvasRef} className={styles.canvas} aria-hidden="true" />
      {hasToggle && (
        <button
          type="button"
          className={styles.toggle}
          aria-label={t(isMoving ? 'pitch.stopDrawing' : 'pitch.moveDrawing')}
          onClick={() => setIsMoving(!isMoving)}
        >
          <svg viewBox="0 0 24 24" width="20" height="20" fill="currentColor" aria-hidden="true">
            <path d={isMoving ? 'M6 4h4v16H6zm8 0h4v16h-4z' : 'M7 4v16l13-8z'} />
          </svg>
        </button>
      )}
    </div>
  )
}
