import type { Vital, VitalName } from '../contract/product-api/health-api.ts'

type Metric = { name: VitalName; value: number }

/**
 * Measures how the page loads and responds, and reports once: when the page is first hidden, because it may
 * end without a later event. Loading counts for the route at which the page was opened; a slow response or a
 * layout shift counts for the route on screen at that time.
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
  // A page that is killed while hidden would not report later values.
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
