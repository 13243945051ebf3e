import type { Vital, VitalName } from '../contract/product-api/health-api.ts'

type Metric = { name: VitalName; value: number }

/**
 * Measures how the page has loaded and responds, and tells it once: when it is hidden first, as nothing later is certain. How
 * it loaded is of the route it was opened at; a slow response or a shift is of the route on screen then.
 */
export const measureVitals = async ({
  page,
  route,
  tell,
}: {
  page: Document
  /** The pattern of the page on screen. */
  route: () => string
  tell: (vitals: Vital[]) => void
}): Promise<void> => {
  const landing = route()
  const { onCLS, onFCP, onINP, onLCP, onTTFB } = await import('web-vitals')
  const latest = new Map<VitalName, Vital>()
  const keep =
    (at: () => string) =>
    ({ name, value }: Metric) =>
      void latest.set(name, { vital: name, route: at(), value })
  const ofLanding = keep(() => landing)
  const onScreen = keep(route)
  onTTFB(ofLanding)
  onFCP(ofLanding)
  // Of a page that is killed while it is hidden, nothing would come later.
  const always = { reportAllChanges: true }
  onLCP(ofLanding, always)
  onINP(onScreen, always)
  onCLS(onScreen, always)

  const told = new AbortController()
  page.addEventListener(
    'visibilitychange',
    () => {
      if (page.visibilityState !== 'hidden') return
      told.abort()
      tell([...latest.values()])
    },
    { signal: told.signal },
  )
}
